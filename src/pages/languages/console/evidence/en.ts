/** The texts of orders, reports, the past and the history of seats, in English. Defines the keys of the other languages. */

const english = {
  // States.
  stateAvailable: 'Available',
  stateLocked: 'Held or locked',
  stateSold: 'Sold',
  stateBlocked: 'Blocked',
  placesByState: '{available} available, {locked} held or locked, {sold} sold, {blocked} blocked',

  // Who made a change.
  byServer: 'The organization’s server',
  byPrivateKey: 'The organization’s server, with the private key',
  byOperator: 'The operator of the service',
  byLayout: 'A change of the layout, or an earlier release',
  byTime: 'The time ran out',
  byPerson: 'A person of the organization, number {id}',
  byGoneSession: 'A session that is not kept any more',

  // The history.
  historyTitle: 'What happened to {name}',
  nothingHappened: 'Nothing has happened to it.',
  historyCaption: 'History of {name}, the latest first',
  when: 'When',
  from: 'From',
  to: 'To',
  by: 'By',
  eventThen: 'Event then',
  notInLayout: 'Not in the layout',
  historyBegins: 'The history is kept from change {sequence} of the event on.',
  historyBeginsAt: 'The history is kept from change {sequence} of the event on ({at}).',

  // Orders.
  nameOrProperty: 'Name or another property',
  section: 'Section',
  row: 'Row',
  seat: 'Seat',
  bought: 'Bought',
  boughtPlaces: 'Places',
  amount: 'Amount',
  ordersCaption: 'Orders, the latest first',
  noSuchOrders: 'There are no such orders.',
  andMore: 'and {count} more',
  placesIn: '{count} × {section}',
  placeFor: '{place}, {type}',
  propertyIs: '{name}: {value}',

  // The past.
  seatsThen: 'Seats then',
  pastInstructions:
    'Seat map of the past. Arrow keys move from seat to seat, Page Up and Page Down between sections, Enter shows what happened to a seat.',
  seatsByStateThen: 'Seats by state then',
  noAreas: 'The event has no general-admission areas.',
  areasThen: 'General-admission areas then',
  moment: 'Moment',
  eventNow: 'The event now',
  eventAsItWas: 'The event as it was',
  past: 'Past',
  changeBefore: 'Change before',
  changeAfter: 'Change after',
  now: 'Now',
  afterChange: 'After change {sequence} of the event, which was made on {at}.',
  time: 'Time',
  timeInYourZone: 'Time, in your zone',

  // The report.
  byTicketType: 'Ticket type',
  byAllotment: 'Allotment',
  byChannel: 'Channel',
  channelSession: 'Session of a buyer',
  channelPrivate: 'Sold by the organization',
  channelBoxOffice: 'Locked or blocked by the organization',
  allRows: 'All',
  noPrice: 'No price',
  priceItself: 'The price itself',
  thePublic: 'The public',
  nobody: 'Nobody',
  rowsToldApart: 'Rows are told apart by',
  chooseOne: 'Choose at least one.',
  counting: 'Counting…',
  tablesAndBoxes: 'Tables and boxes',
  amountIn: 'Amount in {currency}',
  totalByNames: 'Total by names of prices',
  report: 'Report',
  includesUpTo: 'Includes everything up to change {sequence} of the event.',
  largestOf: 'The {shown} largest of {all}',
  partIs: '{name}: {places}',
  partShare: '{name} {share}',
} as const;

export default english;
