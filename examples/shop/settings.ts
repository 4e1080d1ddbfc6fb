/** The settings of the shop, from environment variables only: secrets stand in no file of the shop. */

export interface Settings {
  readonly port: number;
  /** Where buyers find the shop, without a slash at its end. */
  readonly url: string;
  readonly name: string;
  /** The file of the orders. */
  readonly database: string;
  /** Between two looks for work that was interrupted. */
  readonly retrySeconds: number;
  readonly usher: UsherSettings;
  /** Null: the shop takes no cards. */
  readonly stripe: StripeSettings | null;
}

export interface UsherSettings {
  readonly url: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly event: string;
  /** Null: the shop does not listen to webhooks of Usher. */
  readonly webhookSecret: string | null;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** Null: Stripe's own. */
  readonly apiUrl: URL | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export function readSettings(environment: Environment): Settings {
  const required = (name: string): string => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is missing: examples/shop/README.md lists the settings`);
    return value;
  };
  const port = Number(environment.PORT ?? 3000);
  return {
    port,
    url: withoutSlash(environment.SHOP_URL ?? `http://localhost:${port}`),
    name: environment.SHOP_NAME ?? 'Playhouse Tickets',
    database: environment.SHOP_DATABASE ?? 'shop.sqlite',
    retrySeconds: Number(environment.SHOP_RETRY_SECONDS ?? 15),
    usher: {
      url: withoutSlash(required('USHER_URL')),
      apiKey: required('USHER_API_KEY'),
      publicKey: required('USHER_PUBLIC_KEY'),
      event: required('USHER_EVENT'),
      webhookSecret: environment.USHER_WEBHOOK_SECRET || null,
    },
    stripe: stripeNames.some((name) => environment[name]) ? stripeSettings(required, environment) : null,
  };
}

/** All of Stripe's keys or none: with half of them the shop would take money and never hear of it. */
function stripeSettings(required: (name: string) => string, { STRIPE_API_URL }: Environment): StripeSettings {
  const [secretKey, publishableKey, webhookSecret] = stripeNames.map(required) as [string, string, string];
  return { secretKey, publishableKey, webhookSecret, apiUrl: STRIPE_API_URL ? new URL(STRIPE_API_URL) : null };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');
