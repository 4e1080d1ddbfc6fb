/**
 * The page of an order: shows the time that is left, loads the page again when the order has changed on the server, and
 * shows Stripe's form. What is charged, and whether the order is paid, is decided by the server alone.
 */
const order = document.querySelector('[data-page]');
const { page, state } = order.dataset;
const lookEveryMs = 2_000;

/** Kept while Stripe is asking: a reload would take the form away. */
let isPaying = false;

async function look() {
  try {
    const answer = await fetch(`/orders/${page}/state`);
    const now = answer.ok ? (await answer.json()).state : state;
    if (now !== state && !isPaying) return location.reload();
  } catch {
    // Offline: the next look may find the shop again.
  }
  setTimeout(look, lookEveryMs);
}
setTimeout(look, lookEveryMs);

const timer = document.querySelector('.timer');
if (timer !== null) {
  const until = performance.now() + Number(timer.dataset.seconds) * 1000;
  const text = timer.querySelector('strong');
  const tick = () => {
    const seconds = Math.max(0, Math.round((until - performance.now()) / 1000));
    text.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    timer.classList.toggle('timer--low', seconds <= 60);
    if (seconds === 0 && !isPaying) return location.reload();
    setTimeout(tick, 1_000);
  };
  tick();
  timer.hidden = false;
}

const card = document.getElementById('card');
if (card !== null) {
  const [start, form, says, pay] = ['start', 'form', 'says', 'pay'].map((part) =>
    document.getElementById(`card-${part}`),
  );
  const { key, loading, paying, failed } = card.dataset;
  let stripe;
  let elements;

  const say = (text, isBad = false) => {
    says.textContent = text;
    says.hidden = text === '';
    says.classList.toggle('notice--bad', isBad);
  };

  start.addEventListener('click', async () => {
    start.disabled = true;
    say(loading);
    try {
      const answer = await fetch(`/orders/${page}/card`, { method: 'POST' });
      if (answer.status === 409) return location.reload();
      const { clientSecret } = await answer.json();
      stripe = Stripe(key);
      elements = stripe.elements({ clientSecret });
      const element = elements.create('payment');
      element.on('ready', () => {
        say('');
        pay.hidden = false;
      });
      form.hidden = false;
      element.mount(form);
      start.hidden = true;
    } catch {
      start.disabled = false;
      say(failed, true);
    }
  });

  card.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isPaying) return;
    isPaying = true;
    pay.disabled = true;
    say(paying);
    const confirmParams = { return_url: `${location.origin}/orders/${page}` };
    // Leaves this page when the payment has succeeded; returns only with a reason why not.
    const { error } = await stripe.confirmPayment({ elements, confirmParams });
    isPaying = false;
    pay.disabled = false;
    say(error.message, true);
  });
}
