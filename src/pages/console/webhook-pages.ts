/** The pages of webhooks, which the console loads together. */
export { WebhookPage } from './webhook-page.tsx';
export { WebhooksPage } from './webhooks-page.tsx';
