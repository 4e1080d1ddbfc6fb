/** The families of calls as the OpenAPI document presents them: every tag that a route bears, with what it is about. */

/** In the order in which a reader should meet them. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  'Public sessions':
    'What a buyer’s browser calls: create a session, hold seats, check out. No key: the session id is the credential.',
  'Public map': 'What draws the map of an event and shows what can be booked. Needs the organization’s public key.',
  'Private sessions': 'What the organization’s server calls about sessions: confirm what was paid, cancel, release.',
  Booking: 'Locks, sales and blocks without a session, for box offices and partners.',
  Events: 'Shows that are sold: their dates, their status, and the seats that stand alone in them.',
  Prices: 'Prices of an event, and which seats and areas they apply to.',
  Series: 'Events that repeat: one template, one event for each start.',
  Venues: 'Places where events happen.',
  Schemas: 'Layouts of venues: sections, rows, seats and general-admission areas.',
  'Pricing zones': 'Parts of a layout that are priced as one.',
  Organizations: 'Organizations of a tenant, for operators with the tenant key.',
  'Organization settings': 'What an organization decides for its own sessions and bookings.',
  Logins: 'Tokens for people who log in with email and password.',
  Editor: 'Venues, schemas, drawings and events as an editor of layouts works on them, with the token of a login.',
  'Legacy v1': 'The earlier interface, for integrations that still use it. New ones take the v2 calls.',
};
