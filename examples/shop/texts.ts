/** All texts that buyers read, in English. A shop in another language replaces this file. */

export const texts = {
  seat: (section: string, row: string, seat: string) => `${section}, row ${row}, seat ${seat}`,
  unnamedPlace: 'Seat',
  skip: 'Skip to the content',
  footer: 'Seats by Usher. This shop is an example.',

  choose: {
    title: 'Choose your seats',
    lead: 'Your seats are yours from the moment you choose them. Nobody else can take them until your time is over.',
    noScript: 'The map of the seats needs JavaScript.',
    failed: 'The seats cannot be shown at the moment. Please try again later.',
    steps: ['Choose seats', 'Pay', 'Enjoy the evening'],
    stepsLabel: 'The way to your tickets',
  },

  order: {
    titles: {
      OPEN: 'How would you like to pay?',
      CONFIRMING: 'One moment, please',
      CONFIRMED: 'You are going!',
      REFUSED: 'These seats are gone',
      CANCELLED: 'This order is cancelled',
      EXPIRED: 'Your time has run out',
    },
    yourTickets: 'Your tickets',
    total: 'Total',
    free: 'Free',
    each: (amount: string) => `${amount} each`,
    places: (count: number) => (count === 1 ? '1 ticket' : `${count} tickets`),
    timeLeft: 'Time left to pay',
    changeSeats: 'Back to the seats',
    chooseAgain: 'Choose other seats',
    buyMore: 'Buy more tickets',
    lookAgain: 'Look again',
  },

  card: {
    title: 'Pay by card',
    lead: 'Your payment is handled by Stripe. This shop never sees your card.',
    start: 'Pay by card',
    pay: (amount: string) => `Pay ${amount}`,
    loading: 'The form is loading …',
    paying: 'Your payment is on its way …',
    failed: 'The payment form cannot be shown. Please pay at the door, or try again.',
    noScript: 'Paying by card needs JavaScript.',
    notOffered: 'This shop takes no cards at the moment: you pay at the door.',
    noAmounts: 'These tickets have no amounts in the shop, so they cannot be paid by card: you pay at the door.',
  },

  door: {
    title: 'Pay at the door',
    lead: 'Your seats are kept for you. Pay in cash or by card at the box office, up to half an hour before the show.',
    choose: 'Pay at the door',
    takeFree: 'Get the tickets',
  },

  confirming: {
    paid: 'Your payment has arrived. Your seats are being confirmed: this page changes by itself.',
    door: 'Your seats are being confirmed: this page changes by itself.',
  },

  confirmed: {
    reference: 'Your order number',
    paid: (amount: string) => `Paid: ${amount}. Show this number at the entrance.`,
    door: (amount: string) => `To pay at the door: ${amount}. Tell this number at the box office.`,
    free: 'Show this number at the entrance.',
  },

  ended: {
    refused: 'Somebody else has taken at least one of your seats in the meantime, so the order could not be confirmed.',
    cancelled: 'The seats were given back.',
    expired: 'The seats were given back, because they were not paid in time. Perhaps they are still free.',
    nothingPaid: 'Nothing was charged.',
  },

  money: {
    due: (amount: string) => `Your payment of ${amount} goes back to your card.`,
    refunded: (amount: string) =>
      `Your payment of ${amount} was sent back to your card. Banks take a few days to show it.`,
    failed: (amount: string) => `We could not send ${amount} back to your card. Please write to us: we owe it to you.`,
  },

  cancel: {
    link: 'Cancel this order',
    title: 'Cancel this order?',
    lead: 'Your seats are given back at once, and others can take them.',
    yes: 'Yes, cancel it',
    no: 'No, keep it',
  },

  problems: {
    usedLink: 'This link was used already',
    usedLinkLead: 'Go back to the seats and press “Go to the payment” once more.',
    unknown: 'There is nothing here',
    unknownLead: 'Perhaps the address is not complete.',
    failed: 'This did not work',
    failedLead: 'Nothing is lost. Please try again in a moment.',
  },
} as const;
