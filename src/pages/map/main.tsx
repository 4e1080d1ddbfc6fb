/** The buyer's page: creates its parts, connects them, and starts with the kept session, the queue or the map. */
import { render } from 'preact';
import { shareSeries } from '../shared/theme.ts';
import { readAddress } from './address.ts';
import { Booking } from './booking.ts';
import { BoxOffice } from './box-office.ts';
import { Embedding } from './embedding.ts';
import { Entrance } from './entrance.ts';
import { Keeper } from './keeper.ts';
import { LiveOffer } from './live-offer.ts';
import { ServerClock } from './server-clock.ts';
import { SessionWatch } from './session-watch.ts';
import { Shop } from './shop.ts';
import { Page } from './views/page.tsx';

const address = readAddress();
const app = document.getElementById('app') as HTMLElement;
const shop = new Shop();
shareSeries();
if (address === null) {
  render(<Page shop={shop} clock={new ServerClock()} booking={null} entrance={null} />, app);
  shop.set({ stage: 'failed', code: 'ENTITY_NOT_FOUND' });
} else {
  const clock = new ServerClock();
  const office = new BoxOffice(address);
  const keeper = new Keeper(address.eventId);
  const entrance = new Entrance({ shop, office, keeper, clock }, address.pass);
  const booking = new Booking({ shop, office, keeper, clock, enter: () => entrance.enter() });
  const watch = new SessionWatch({ shop, clock, reread: () => booking.reread() });
  const offer = new LiveOffer({ shop, office, clock, onReset: () => watch.now() });
  new Embedding(shop, (pass) => void entrance.present(pass));
  render(<Page shop={shop} clock={clock} booking={booking} entrance={entrance} />, app);
  void begin();

  /** Continues with a kept session. Without one the buyer may have to wait, and the map is loaded after that. */
  async function begin(): Promise<void> {
    const kept = keeper.session;
    const isResumed = kept !== null && (await booking.resume(kept));
    if (!isResumed) await entrance.wait();
    if (shop.state.stage !== 'closed') await offer.follow();
  }
}
