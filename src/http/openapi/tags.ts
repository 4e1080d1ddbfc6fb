/** The families of calls in the OpenAPI document: every tag of a route, with its description. */

/** In the order in which a reader should meet them. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  'Public sessions':
    'Calls of a buyer’s browser: create a session, hold seats, check out. No key: the session id is the credential.',
  Queue: 'The waiting room of an event: take a ticket, wait, enter. The ticket is the credential.',
  'Public map': 'Data to draw the map of an event and to show what can be booked. Needs the organization’s public key.',
  'Private sessions': 'Calls of the organization’s server about sessions: confirm after payment, cancel, release.',
  Booking: 'Locks, sales and blocks without a session, for box offices and partners.',
  Events: 'Events that are sold: their dates, their status, and their orphan seats.',
  Prices: 'Prices of an event, and which seats and areas they apply to.',
  Series: 'Events that repeat: one template, one event for each start.',
  Reports: 'What is sold, held and free, and who has bought what, as JSON and as tables.',
  Changes:
    'The feed of everything that happened to an organization’s events, for systems that must not miss any of it.',
  Allotments: 'Seats of an event that only some buyers may take, for some time.',
  Evidence: 'What an event has been through: who did what to which seat, and when.',
  Erasure: 'Forgetting persons: what a session says of its buyer is erased wherever it is stored.',
  Units: 'Tables, boxes and booths: seats that are booked together.',
  Venues: 'Places where events happen.',
  Schemas: 'Layouts of venues: sections, rows, seats and general-admission areas.',
  'Pricing zones': 'Parts of a layout that are priced as one.',
  Webhooks: 'Receivers of an organization’s changes, and what became of each change that was sent to them.',
  Organizations: 'Organizations of a tenant, for operators with the tenant key.',
  'Organization settings': 'An organization’s settings for its sessions and bookings.',
  People: 'Who works for the organization, what each person may do, and invitations to join.',
  Audit: 'What people and keys have changed, outside of booking.',
  Logins: 'Tokens for people who log in with email and password.',
  Editor: 'Venues, schemas, drawings and events for editors of layouts. Needs the token of a login.',
  'Legacy v1': 'The earlier interface, for integrations that still use it. New integrations use the v2 calls.',
};
