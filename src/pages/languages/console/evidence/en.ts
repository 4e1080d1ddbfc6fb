/** The texts of orders, reports, the past and the history of seats, in English. Defines the keys of the other languages. */
const english = {
  stateAvailable: 'Available',
  stateLocked: 'Held or locked',
  stateSold: 'Sold',
  stateBlocked: 'Blocked',
} as const;

export default english;
