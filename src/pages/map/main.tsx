/** The buyer's page: creates its parts, connects them, and starts with the kept session, the queue or the map. */
import { render } from 'preact';
import { brandColours, shareSeries } from '../shared/theme.ts';
import { askedLanguage, type PageAddress, readAddress } from './address.ts';
import type { Face } from './answers.ts';
import { Booking } from './booking.ts';
import { BoxOffice } from './box-office.ts';
import { Entrance } from './entrance.ts';
import { Hosting } from './hosting.ts';
import { Keeper, tabStore } from './keeper.ts';
import { LiveOffer } from './live-offer.ts';
import { Payment } from './payment.ts';
import { ServerClock } from './server-clock.ts';
import { SessionWatch } from './session-watch.ts';
import { Shop } from './shop.ts';
import { speakOneOf, spoken } from './spoken.ts';
import { texts } from './texts.ts';
import { Page } from './views/page.tsx';

const app = document.getElementById('app') as HTMLElement;
const shop = new Shop();
const address = readAddress();
shareSeries();
void speakOneOf([askedLanguage()]);
if (address !== null) void open(address);
else void showNoEvent();

async function showNoEvent(): Promise<void> {
  await spoken();
  render(<Page shop={shop} clock={new ServerClock()} booking={null} entrance={null} payment={null} />, app);
  shop.set({ stage: 'failed', code: 'ENTITY_NOT_FOUND' });
}

async function open(address: PageAddress): Promise<void> {
  const hosting = address.isEmbedded ? await Hosting.begin(shop) : null;
  const clock = new ServerClock();
  const office = new BoxOffice(address);
  const keeper = new Keeper(hosting?.store ?? tabStore(address.eventId));
  const entrance = new Entrance({ shop, office, keeper, clock }, hosting?.pass ?? address.pass);
  const enter = async () => (await hosting?.adopt(booking)) ?? (await entrance.enter());
  const booking = new Booking({ shop, office, keeper, clock, enter });
  const watch = new SessionWatch({ shop, clock, reread: () => booking.reread() });
  const offer = new LiveOffer({ shop, office, clock, onReset: () => watch.now() });
  hosting?.connect({ clock, booking, address, app, present: (pass) => void entrance.present(pass) });
  const payment = new Payment(shop, office);
  const views = <Page shop={shop} clock={clock} booking={booking} entrance={entrance} payment={payment} />;
  // The calls below are on their way meanwhile. English is there at once.
  void spoken().then(() => render(views, app));
  void office.face().then((face) => face.ok && showFace(shop, face.value));

  // Only who buys needs a session, and waits for it.
  if (shop.state.wishes.mode === 'sell') {
    const kept = keeper.session;
    const isResumed = kept !== null && (await booking.resume(kept));
    if (!isResumed) await entrance.wait();
  }
  if (shop.state.stage !== 'closed') await offer.follow();
}

function showFace(shop: Shop, face: Face): void {
  shop.set({ face });
  if (face.brand === undefined) return;
  brandColours(face.brand.colours);
  texts.brand(face.brand.texts);
  // The map has texts too.
  shop.set({ offerVersion: shop.state.offerVersion + 1 });
}
