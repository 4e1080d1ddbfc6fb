/**
 * The calls of the service and their types. Generated: `npm run client:types` makes it again.
 * Made from gjEeI672pO71Hs3ywuJYxJxWOUdnJPVV4GN3EbHS1Wk, contains 2p60fCgoxQKbcZb1BagwhoAuhETdsGIwM7E6Ny7BSso.
 */
export interface paths {
    readonly "/api/public/v2.0/session/": {
        /**
         * Create a session
         * @description The same Idempotency-Key returns the same session (200), also after a restart.
         */
        readonly post: operations["createSession"];
    };
    readonly "/api/public/v2.0/session/{id}": {
        /**
         * Read a session
         * @description A session that has ended is no error: the answer has its stored state and expiresInSeconds 0.
         */
        readonly get: operations["getSession"];
    };
    readonly "/api/public/v2.0/session/{id}/lock": {
        /**
         * Hold seats and GA places
         * @description All or nothing. Seats are added to those that the session holds; a GA capacity is the wanted total for its area and ticket type, 0 gives all its places back. A held seat that is named with another ticket type changes its line. With `bestAvailable` the event chooses the seats and holds them in the same step.
         */
        readonly post: operations["lockSession"];
    };
    readonly "/api/public/v2.0/session/{id}/unlock": {
        /**
         * Give back part of the hold
         * @description Seats and areas that the session does not hold are ignored. A GA capacity is the number of places given back.
         */
        readonly post: operations["unlockSession"];
    };
    readonly "/api/public/v2.0/session/{id}/checkout": {
        /**
         * Freeze the cart for payment
         * @description First holds the seats and places of the body. Starts the time to pay; a repetition gets the same answer. When orphan-seat prevention is on, a seat that the session gave back and that now stands alone next to its cart is refused with ORPHAN_SEATS.
         */
        readonly post: operations["checkoutSession"];
    };
    readonly "/api/public/v2.0/session/{id}/cancel": {
        /**
         * Cancel the session and give everything back
         * @description A session that is frozen for payment needs `startOver: true`.
         */
        readonly post: operations["cancelSession"];
    };
    readonly "/api/public/v2.0/event/{eventId}/admission/": {
        /**
         * Read how buyers come in
         * @description The mode of the event’s admission, for pages of buyers.
         */
        readonly get: operations["getPublicAdmission"];
    };
    readonly "/api/public/v2.0/event/{eventId}/units/": {
        /**
         * Read the units of an event
         * @description Tables, boxes and booths as the event books them. Which of their seats are free, the prices say.
         */
        readonly get: operations["getPublicUnits"];
    };
    readonly "/api/public/v2.0/session/{id}/checkout-code/": {
        /**
         * Make a code of the checkout
         * @description For the address of the page that takes over. It works once, within 10 minutes; until then every call answers the same code.
         */
        readonly post: operations["createCheckoutCode"];
    };
    readonly "/api/public/v2.0/session/{id}/reference/": {
        /**
         * Read the reference of an order
         * @description What the buyer names when they ask for the order. The public session does not show it.
         */
        readonly get: operations["getOrderReference"];
    };
    readonly "/api/private/v2.0/checkout-codes/{code}": {
        /**
         * Exchange a code of a checkout for the session
         * @description Once, within ten minutes. With an Idempotency-Key a repetition gets the same answer. The session’s cart and total are read with its id.
         */
        readonly post: operations["exchangeCheckoutCode"];
    };
    readonly "/api/public/v2.0/event/{eventId}/queue/": {
        /**
         * Read the queue
         * @description The queue without anybody’s ticket: the commitment to the seed, and the seed after the draw.
         */
        readonly get: operations["getQueue"];
        /**
         * Join the queue
         * @description The same Idempotency-Key returns the same ticket (200), for as long as the queue exists. Tickets from before `opensAt` are put in random order then; later ones stand behind in order of arrival.
         */
        readonly post: operations["joinQueue"];
    };
    readonly "/api/public/v2.0/event/{eventId}/queue/{ticket}": {
        /**
         * Read a ticket
         * @description Ask again after `pollSeconds`. An ADMITTED ticket opens one session, as its `pass`, before `expiresAt`.
         */
        readonly get: operations["getTicket"];
    };
    readonly "/api/public/v2.0/event/{eventId}/draw/": {
        /**
         * Read the draw, to verify it
         * @description The seed and the hash of every ticket in the draw, in pages. Never changes after the draw. docs/examples/verify-draw.mjs computes every place from it.
         */
        readonly get: operations["getDraw"];
    };
    readonly "/api/private/v2.0/events/{id}/counter-sessions/": {
        /**
         * Open a session at the counter
         * @description A session for a person at the counter: it needs no pass and no place in the queue, may take what private calls may take, and holds until `heldUntil`, also while it is paid. Lock, unlock and check out with the public calls on its id, which is a credential for all of that; confirm with the private one.
         */
        readonly post: operations["createCounterSession"];
    };
    readonly "/api/private/v2.0/session/{id}/hold": {
        /**
         * Set the end of a hold
         * @description Of a session of the counter that holds or is to be paid.
         */
        readonly put: operations["moveHold"];
    };
    readonly "/api/private/v2.0/session/": {
        /**
         * List the sessions of an event
         * @description Newest first. A limit over 200 counts as 200.
         */
        readonly get: operations["listSessions"];
    };
    readonly "/api/private/v2.0/session/{id}": {
        /**
         * Read a session
         * @description The whole session with the organization’s own data, also after its end.
         */
        readonly get: operations["getPrivateSession"];
    };
    readonly "/api/private/v2.0/session/{id}/confirm": {
        /**
         * Confirm a paid session
         * @description All held seats and places become SOLD together. A repetition returns the stored result, whatever its body is. An empty reference counts as absent. `reclaim: true` also confirms a session that has expired while it was to be paid, at most 24 hours ago, if its whole last cart is still free: the answer then has `reclaimed: true`. Otherwise SESSION_DEAD names in `conflicts` what is gone.
         */
        readonly post: operations["confirmSession"];
    };
    readonly "/api/private/v2.0/session/{id}/cancel": {
        /**
         * Cancel a session
         * @description Everything it holds is released. Repeating it changes nothing.
         */
        readonly post: operations["cancelPrivateSession"];
    };
    readonly "/api/private/v2.0/session/{id}/release": {
        /**
         * Release a confirmed session
         * @description Its seats and places become available again and its reference can be used again. Idempotent.
         */
        readonly post: operations["releaseSession"];
    };
    readonly "/api/private/v2.0/session/{id}/exchange": {
        /**
         * Exchange lines of a confirmed session
         * @description Gives lines back and takes others, all or nothing. What is taken has the prices of now; reference and properties stay. `exchanged` in the answer is the difference. A capacity is an amount on both sides. The allotments of the buyer, the limits of a session and the orphan rule apply to what is taken.
         */
        readonly post: operations["exchangeSession"];
    };
    readonly "/api/private/v2.0/session/{id}/properties": {
        /**
         * Replace the properties of a confirmed session
         * @description The properties that the session was confirmed with are replaced as a whole.
         */
        readonly put: operations["replaceSessionProperties"];
    };
    readonly "/api/public/v1.0/event/prices/": {
        /**
         * Read what can be booked now
         * @description Available seats with a price, and GA areas with a price; empty while the event is a draft, archived or closed for booking. At most a quarter of a second old. `X-Event-Sequence` is the number of the last change that the answer includes. Works whether or not public sessions are enabled.
         */
        readonly get: operations["getEventOffer"];
    };
    readonly "/api/public/v2.0/event/{eventId}/changes": {
        /**
         * Follow what can be booked
         * @description Server-sent events. First `hello` with `{seq, tickMs}`. `change` with `{seq, freed, taken, areas}`: ids of seats that can be booked now, ids of seats that no longer can, and `[area id, places]` of areas whose places changed. `reset` with `{seq}`: read the prices again, until their `X-Event-Sequence` is at least `seq`, and go on. `closed` with `{errorCode}` (EVENT_NOT_PUBLISHED, EVENT_ARCHIVED, BOOKING_CLOSED, EVENT_DELETED): nothing more comes, close the source. The `id` of an event is its sequence. A seat that was taken and freed within a tick is named as it is now.
         */
        readonly get: operations["followEvent"];
    };
    readonly "/api/public/v1.0/event/": {
        /**
         * Read the map of an event
         * @description The current layout of the event’s schema, also for drafts and archived events.
         */
        readonly get: operations["getEventMap"];
    };
    readonly "/api/public/v1.0/event/schema/rows/": {
        /**
         * Read the row labels of an event’s map
         * @description For renderers that read the labels separately from the background.
         */
        readonly get: operations["getRowLabels"];
    };
    readonly "/api/public/v1.0/event/schema/": {
        /**
         * Read the map of a schema
         * @description The current layout, without an event.
         */
        readonly get: operations["getSchemaMap"];
    };
    readonly "/api/public/v2.0/event/{eventId}/face/": {
        /**
         * Read what is on
         * @description Title, place and time of the event, and the brand of its organization, for the pages of buyers.
         */
        readonly get: operations["getPublicFace"];
    };
    readonly "/api/private/v2.0/booking/lock": {
        /**
         * Lock seats and GA places
         * @description Locks expire after the organization’s lock time unless their hold type says otherwise. With `bestAvailable` the event chooses the seats. All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["lockSeats"];
    };
    readonly "/api/private/v2.0/booking/unlock": {
        /**
         * Unlock seats and GA places
         * @description Unlocking seats that are already available is safe. The answer is false when a seat is sold or held by a session. All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["unlockSeats"];
    };
    readonly "/api/private/v2.0/booking/directsale": {
        /**
         * Sell seats and GA places directly
         * @description From ACTIVE directly to SOLD. `holdType` is recorded. With `bestAvailable` the event chooses the seats. `ticketTypes` as in `lock`. All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["sellSeatsDirectly"];
    };
    readonly "/api/private/v2.0/booking/sale": {
        /**
         * Sell locked seats and GA places
         * @description From LOCKED to SOLD, for seats and places that this interface locked. Places of an area are sold by their locks’ deadlines, earliest first. Needs sales control. `holdType` is recorded. All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["sellLockedSeats"];
    };
    readonly "/api/private/v2.0/booking/revertsale": {
        /**
         * Revert sales
         * @description From SOLD to ACTIVE, for any buyer. A confirmed session keeps its cart as a record, but no longer owns the reverted lines. Places of an area that were sold by this interface come first, then those of the sessions that bought there last. Needs sales control. All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["revertSales"];
    };
    readonly "/api/private/v2.0/booking/block": {
        /**
         * Withhold seats and GA places from sale
         * @description From ACTIVE to BLOCKED, until unblocked; false for any other state. All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["blockSeats"];
    };
    readonly "/api/private/v2.0/booking/unblock": {
        /**
         * Put withheld seats and GA places on sale again
         * @description From BLOCKED to ACTIVE, whichever call blocked them; false for any other state. All or nothing. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["unblockSeats"];
    };
    readonly "/api/private/v2.0/events/": {
        /**
         * List the events
         * @description In the requested order, by default by id. Filters combine. With `totals=true` every event of the page comes with its totals as they are now, which loads the event; null where it cannot be reached.
         */
        readonly get: operations["listEvents"];
        /**
         * Change an event
         * @description The body is the whole event. Another `schemaId` is refused once any seat or area of the event has been assigned, held or sold. The status is changed by POST …/status. The start and the schema of an event of a series cannot change, nor can the schema of a template in use.
         */
        readonly put: operations["updateEvent"];
        /**
         * Create an event
         * @description The event belongs to the caller’s organization and can be booked as soon as its seats have prices.
         */
        readonly post: operations["createEvent"];
    };
    readonly "/api/private/v2.0/events/{id}": {
        /**
         * Read an event
         * @description The event as it is now, whatever its status.
         */
        readonly get: operations["getEvent"];
        /**
         * Delete an event
         * @description Also deletes its prices, assignments and bookings; cannot be undone. Refused while a session on it is ACTIVE or PENDING_PAYMENT, or while a series that is not archived uses it as its template.
         */
        readonly delete: operations["deleteEvent"];
    };
    readonly "/api/private/v2.0/events/{id}/status": {
        /**
         * Change the status of an event
         * @description DRAFT → PUBLISHED → ARCHIVED → DRAFT. The current status is accepted and changes nothing.
         */
        readonly post: operations["changeEventStatus"];
    };
    readonly "/api/private/v2.0/events/{id}/copies/": {
        /**
         * Copy an event
         * @description A new event on the same schema, with its prices and ticket types, the prices and properties of its seats and areas, its allotments with their seats and places, its admission, its own terms of units, and its face. Times of allotments and of the admission keep their distance from the start, by the clock of the venue. Nothing that was held, sold, blocked, released or waited for is copied, nor is the copy part of a series.
         */
        readonly post: operations["copyEvent"];
    };
    readonly "/api/private/v2.0/events/{id}/admission": {
        /**
         * Read how buyers are admitted
         * @description OPEN until it is set.
         */
        readonly get: operations["getAdmission"];
        /**
         * Set how buyers are admitted
         * @description The body is the whole admission: an absent member is reset. In force for every create that follows.
         */
        readonly put: operations["setAdmission"];
    };
    readonly "/api/private/v2.0/events/{id}/units/": {
        /**
         * List the units of an event
         * @description Tables, boxes and booths as the event books them.
         */
        readonly get: operations["listEventUnits"];
        /**
         * Book units of an event otherwise
         * @description The body is the whole list: a unit that it does not name is booked as the layout says. Carts and sales stay as they are.
         */
        readonly put: operations["overrideUnits"];
    };
    readonly "/api/private/v2.0/events/{id}/face/": {
        /**
         * Read the face of an event
         * @description What the organization has set. Buyers read it with the start and the venue.
         */
        readonly get: operations["getFace"];
        /**
         * Set the face of an event
         * @description The body is the whole face: an absent member is reset. Buyers see it within a second.
         */
        readonly put: operations["setFace"];
    };
    readonly "/api/private/v2.0/events/{id}/allotments/": {
        /**
         * List the allotments of an event
         * @description At most 64, in the order of their creation.
         */
        readonly get: operations["listAllotments"];
        /**
         * Create an allotment
         * @description It has no seats yet. An event has at most 64.
         */
        readonly post: operations["createAllotment"];
    };
    readonly "/api/private/v2.0/events/{id}/allotments/{allotmentId}": {
        /**
         * Read an allotment
         * @description Its terms, its phase, and its seats by state.
         */
        readonly get: operations["getAllotment"];
        /**
         * Change an allotment
         * @description The body is the whole of it: an absent member is reset. Its seats, carts and sales stay as they are.
         */
        readonly put: operations["updateAllotment"];
        /**
         * Delete an allotment
         * @description Its seats are the public’s from then on. Carts and sales stay as they are.
         */
        readonly delete: operations["deleteAllotment"];
    };
    readonly "/api/private/v2.0/events/{id}/allotments/{allotmentId}/places": {
        /**
         * Read the seats and places of an allotment
         * @description As they were set: seats that it has given to another allotment in part are that one’s. The answer is a body that sets them again.
         */
        readonly get: operations["getAllotmentPlaces"];
        /**
         * Set the seats and places of an allotment
         * @description Exactly these seats and places afterwards. A seat that is in another allotment leaves it. The places of all allotments of an area are together at most its capacity; the rest is the public’s.
         */
        readonly put: operations["setAllotmentPlaces"];
    };
    readonly "/api/private/v2.0/events/{id}/seats/{seatId}/history/": {
        /**
         * Read the history of a seat
         * @description The latest change first: when it was, by which record of the event, and who made it. One state for each change; null: the event did not have the seat. The history is kept as long as the journal; `complete` and `begins` tell where it begins.
         */
        readonly get: operations["getSeatHistory"];
    };
    readonly "/api/private/v2.0/events/{id}/areas/{areaId}/history/": {
        /**
         * Read the history of an area
         * @description The latest change first: when it was, by which record of the event, and who made it. Its places before and after each change that moved some of them. The history is kept as long as the journal; `complete` and `begins` tell where it begins.
         */
        readonly get: operations["getAreaHistory"];
    };
    readonly "/api/private/v2.0/events/{id}/at/": {
        /**
         * Read the inventory of an event as it was
         * @description The state of each seat and the places of each area after the record with this `sequence`, or after the last one that was decided at `time` or before; without both, as it is now. Of an event in an archive it is read from the file. One call of an organization at a time; others get 503.
         */
        readonly get: operations["getEventAt"];
    };
    readonly "/api/private/v2.0/events/{id}/activity/": {
        /**
         * Read the activity of an event
         * @description Totals as they are now, and a sample for every five seconds of the last hour in which the event was live. The samples are kept in memory by the nodes that had the event, and are gone when a node restarts.
         */
        readonly get: operations["getEventActivity"];
    };
    readonly "/api/private/v2.0/changes/": {
        /**
         * Read the changes of all events
         * @description A reader that follows `next` gets every change once, those of one event in the order of its `sequence`. The order between events is not promised. Changes appear about a second after the answer to the call that made them.
         */
        readonly get: operations["listChanges"];
    };
    readonly "/api/private/v2.0/changes/stream": {
        /**
         * Follow the changes of all events
         * @description Server-sent events: `id` is a cursor, `event` the type, `data` the change; those of one event in the order of its `sequence`, between events in any order. `Last-Event-ID` beats `after`, so a reader that lost its connection goes on where it was.
         */
        readonly get: operations["streamChanges"];
    };
    readonly "/api/private/v2.0/event/{eventId}/prices/": {
        /**
         * List the prices of an event
         * @description Prices with their names, amounts and ticket types; the assignments show which seats and areas they apply to.
         */
        readonly get: operations["listPrices"];
        /**
         * Change prices
         * @description All or nothing; prices may swap names. An absent `externalId`, `amount`, `currency` or `ticketTypes` stays, null takes it away. Carts keep what they have captured.
         */
        readonly put: operations["updatePrices"];
        /**
         * Define prices of an event
         * @description All or nothing. Names are unique within their event. `amount` and `currency` go together, and `ticketTypes` need both.
         */
        readonly post: operations["createPrices"];
    };
    readonly "/api/private/v2.0/event/{eventId}/prices/{id}": {
        /**
         * Delete a price
         * @description Also deletes its assignments. Refused while any of its seats is not ACTIVE, or while any place of its areas is held, locked or sold.
         */
        readonly delete: operations["deletePrice"];
    };
    readonly "/api/private/v2.0/series/": {
        /**
         * List the series
         * @description All series of the organization, including archived ones, sorted by id.
         */
        readonly get: operations["listSeries"];
        /**
         * Create a series
         * @description The template is a published event of the organization that is not part of a series itself.
         */
        readonly post: operations["createSeries"];
    };
    readonly "/api/private/v2.0/series/{id}": {
        /**
         * Read a series
         * @description The series as it is now, whatever its status.
         */
        readonly get: operations["getSeries"];
        /**
         * Replace the template of a series
         * @description The new template must use the same schema. Existing events do not change.
         */
        readonly put: operations["replaceSeriesTemplate"];
    };
    readonly "/api/private/v2.0/series/{id}/pause": {
        /**
         * Pause a series
         * @description No events can be added until it is resumed. Repeating it changes nothing.
         */
        readonly post: operations["pauseSeries"];
    };
    readonly "/api/private/v2.0/series/{id}/resume": {
        /**
         * Resume a paused series
         * @description Events can be added again. Repeating it changes nothing.
         */
        readonly post: operations["resumeSeries"];
    };
    readonly "/api/private/v2.0/series/{id}/archive": {
        /**
         * Archive a series
         * @description Cannot be undone. Its events stay; its template may be deleted. Repeating it changes nothing.
         */
        readonly post: operations["archiveSeries"];
    };
    readonly "/api/private/v2.0/series/{id}/events/": {
        /**
         * List the events of a series
         * @description Sorted by start. All calls on events also work on the events of a series.
         */
        readonly get: operations["listSeriesEvents"];
        /**
         * Add an event to a series
         * @description The event is published at once and has the prices, the assignments, the seat properties, the allotments, the admission and the units of the template, with times as far from the start. `start` is read in the time zone of the series: a time that the clocks skip moves forward; of a time that occurs twice the earlier one counts. After its start public sessions cannot book the event. There is one event for each start.
         */
        readonly post: operations["addSeriesEvent"];
    };
    readonly "/api/private/v2.0/series/{id}/assignments/": {
        /**
         * Read the booked seats of a series
         * @description Every seat that a session holds or has bought on any event of the series, earliest event first, with the properties of its session. With `reference` only the seats of the sessions with that reference.
         */
        readonly get: operations["listSeriesAssignments"];
    };
    readonly "/api/private/v2.0/events/{id}/report/": {
        /**
         * Report what is sold, held and free in an event
         * @description Every seat and place is counted once. Money is what lines have captured, whatever their prices are now. The report includes everything that was durable when it was asked for.
         */
        readonly get: operations["getEventReport"];
    };
    readonly "/api/private/v2.0/series/{id}/report/": {
        /**
         * Report what is sold, held and free in all events of a series
         * @description The sum of the reports of its events. Prices and allotments are told apart by their names, because each event has ids of its own. An event in an archive is no longer part of its series.
         */
        readonly get: operations["getSeriesReport"];
    };
    readonly "/api/private/v2.0/events/{id}/orders/": {
        /**
         * List the purchases of an event
         * @description Confirmed sessions with the names of their seats, by page. As csv all of them, a line for each seat, in the order of their creation, whatever the page is: purchases that are confirmed while the table is read can be in it.
         */
        readonly get: operations["listOrders"];
    };
    readonly "/api/private/management/v2.0/audit/": {
        /**
         * Read the audit
         * @description What people and keys have changed outside of booking, and every release, cancel, exchange and forced change: who, when, from where, what there was and what there is since. The latest entry first. Entries are added and never changed.
         */
        readonly get: operations["listAudit"];
    };
    readonly "/api/private/v1.0/booking/lock": {
        /**
         * Lock places, each line by itself
         * @description Locks expire after the organization’s lock time. Seats that would leave a single seat alone fail. Lines that fail are returned, including those that a booking session holds; the others are done. A key that is named twice counts once; for an area the first line that succeeds counts. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["lockLegacyPlaces"];
    };
    readonly "/api/private/v1.0/booking/sale": {
        /**
         * Sell locked places, each line by itself
         * @description For places that this interface or the private v2 calls locked. Needs sales control. Lines that fail are returned, including those that a booking session holds; the others are done. A key that is named twice counts once; for an area the first line that succeeds counts. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["sellLegacyPlaces"];
    };
    readonly "/api/private/v1.0/booking/unlock": {
        /**
         * Unlock places, each line by itself
         * @description Unlocking places that are already available is safe. Lines that fail are returned, including those that a booking session holds; the others are done. A key that is named twice counts once; for an area the first line that succeeds counts. With an Idempotency-Key the same request gets the same answer for 24 hours; without one the outcome of a lost answer stays unknown.
         */
        readonly post: operations["unlockLegacyPlaces"];
    };
    readonly "/api/private/v1.0/events/": {
        /**
         * List the events with the legacy fields
         * @description Sorted by id.
         */
        readonly get: operations["listLegacyEvents"];
        /**
         * Change an event with the legacy fields
         * @description The body is the whole event. Another `schemaId` is refused once any seat or area of the event has been assigned, held or sold. The start of an event of a series cannot change.
         */
        readonly put: operations["updateLegacyEvent"];
        /**
         * Create an event with the legacy fields
         * @description The event is published at once.
         */
        readonly post: operations["createLegacyEvent"];
    };
    readonly "/api/private/v1.0/events/{id}": {
        /**
         * Delete an event
         * @description Also deletes its prices, assignments and bookings; cannot be undone. False while a session on it is ACTIVE or PENDING_PAYMENT, or while a series uses it as its template.
         */
        readonly delete: operations["deleteLegacyEvent"];
    };
    readonly "/api/private/v1.0/prices/": {
        /**
         * List all prices of an event
         * @description All prices, without paging, sorted by id.
         */
        readonly get: operations["listLegacyPrices"];
        /**
         * Change name and external id of one price
         * @description Carts keep the name that they have captured.
         */
        readonly put: operations["updateLegacyPrice"];
        /**
         * Define one price of an event
         * @description The price applies to nothing until it is assigned.
         */
        readonly post: operations["createLegacyPrice"];
        /**
         * Delete a price by its id
         * @description Also deletes its assignments. False while any of its seats is not ACTIVE, or while any place of its areas is held, locked or sold.
         */
        readonly delete: operations["deleteLegacyPrice"];
    };
    readonly "/api/private/v1.0/assignments/": {
        /**
         * Assign amounts to seats and areas, each line by itself
         * @description The price of an amount is the one whose name is its canonical decimal ("5.5"); it is created when there is none. Lines that fail are returned: unknown keys, areas without a capacity or with more than they have, other prices for seats and areas that are held or sold. With `clean` everything is removed first, as with /assignments/clean.
         */
        readonly post: operations["assignLegacyPrices"];
        /**
         * Remove prices from seats and areas, each line by itself
         * @description Lines that fail are returned: unknown keys, and seats and areas that are held or sold.
         */
        readonly delete: operations["unassignLegacyPrices"];
    };
    readonly "/api/private/v1.0/assignments/clean": {
        /**
         * Remove all assignments, locks, holds and sales
         * @description Afterwards every seat and place is available and has no price. Booking sessions keep their carts, but the lines that they held are lost: their checkout and confirm are refused with SEAT_CONFLICT. The prices themselves stay.
         */
        readonly post: operations["cleanLegacyAssignments"];
    };
    readonly "/api/private/v1.0/venues/schemas/": {
        /**
         * List the layouts with the legacy fields
         * @description Sorted by id.
         */
        readonly get: operations["listLegacySchemas"];
    };
    readonly "/api/private/v1.0/venues/schemas/{schemaId}/details/": {
        /**
         * Read one layout with the legacy fields
         * @description The same entry as in the list.
         */
        readonly get: operations["getLegacySchemaDetails"];
    };
    readonly "/api/private/v1.0/venues/schemas/{schemaId}/": {
        /**
         * Read the sectors, rows and seats of a layout with their keys
         * @description The composite key of a seat is the keys of its sector, row and seat joined by ;; and that of a GA area is the key of its sector. With `numberedSections` sectors with the same name get a running number; without it their seats may have the same key, and such a key books nothing. With `useInternalIds` keys are the numeric ids. The booking calls accept all of these forms.
         */
        readonly get: operations["getLegacySchema"];
    };
    readonly "/api/private/v2.0/events/{id}/orphans/": {
        /**
         * Read the orphan seats of an event
         * @description Every ACTIVE seat without an ACTIVE neighbour in a row of more than one seat, in layout order, whether orphan-seat prevention is on or off.
         */
        readonly get: operations["listOrphanSeats"];
    };
    readonly "/api/private/v2.0/event/{eventId}/prices/assignments/": {
        /**
         * Read the seats of an event with their prices and bookings
         * @description Every seat and area in layout order, with or without a price, as of one moment, which `ETag` identifies. With `reference` only the seats of the sessions with that reference, each with its session’s properties; read GA places from the session itself.
         */
        readonly get: operations["listPriceAssignments"];
        /**
         * Assign prices to seats and areas
         * @description Overwrites earlier assignments. All or nothing; refused while one of the seats or areas is held or sold.
         */
        readonly post: operations["assignPrices"];
        /**
         * Remove prices from seats and areas
         * @description The body is the same as for POST. All or nothing; refused while one of the seats or areas is held or sold.
         */
        readonly delete: operations["unassignPrices"];
    };
    readonly "/api/private/v2.0/venues/": {
        /**
         * List the venues
         * @description In the requested order, by default by id.
         */
        readonly get: operations["listVenues"];
        /**
         * Replace a venue
         * @description The body is the whole venue: members that are absent become null, but `timeZone` stays.
         */
        readonly put: operations["replaceVenue"];
        /**
         * Create a venue
         * @description Layouts and events refer to a venue; it holds no seats itself.
         */
        readonly post: operations["createVenue"];
    };
    readonly "/api/private/v2.0/venues/{id}": {
        /**
         * Read a venue
         * @description The venue with its address and coordinates.
         */
        readonly get: operations["getVenue"];
        /**
         * Delete a venue
         * @description Refused while schemas belong to it.
         */
        readonly delete: operations["deleteVenue"];
    };
    readonly "/api/private/v2.0/schemas/": {
        /**
         * List the schemas
         * @description In the requested order, by default by id; `venueId` limits the list to one venue.
         */
        readonly get: operations["listSchemas"];
        /**
         * Create a schema with its layout
         * @description Up to 500,000 seats in one call, all or nothing. Seat ids are consecutive in layout order. The service places items without coordinates: sections in tiers around the stage, in their order, and areas in front of it, with a size that follows from their capacity. Given coordinates are never changed. `units` makes tables, boxes and booths of its seats.
         */
        readonly post: operations["createSchema"];
    };
    readonly "/api/private/v2.0/schemas/{id}": {
        /**
         * Read a schema
         * @description The schema without its seats; read those from its layout.
         */
        readonly get: operations["getSchema"];
        /**
         * Delete a schema
         * @description Also deletes its layout and its pricing zones. Refused while events use it.
         */
        readonly delete: operations["deleteSchema"];
    };
    readonly "/api/private/v2.0/schemas/{id}/layout/": {
        /**
         * Read the layout of a schema
         * @description Sections, rows and seats with their ids, in layout order, and the decorations. An area’s id is its section’s id. It changes only when an editor changes it: use `ETag` to avoid reading it again.
         */
        readonly get: operations["getSchemaLayout"];
    };
    readonly "/api/private/v2.0/schemas/import/": {
        /**
         * Create a schema from a file
         * @description A table (CSV, `section,row,seat,x,y,flags,unit`), an SVG drawing with ids, or JSON: of this service or a published chart of the field. All or nothing: the errors name the lines or elements of the file, at most 100. `dryRun=true` stores nothing and answers the same figures. `docs/venues.md` describes the formats.
         */
        readonly post: operations["importSchema"];
    };
    readonly "/api/private/v2.0/schemas/{schemaId}/export/": {
        /**
         * Write a schema as a file
         * @description A file that an import takes. The table has the seats, the areas and the units; JSON has the sections’ shapes and the decorations too. Neither has ids.
         */
        readonly get: operations["exportSchema"];
    };
    readonly "/api/private/v2.0/schemas/{schemaId}/seatmaps/": {
        /**
         * Read the sections, rows or seats of a schema
         * @description All elements of one type in layout order. A layout has no tables, so TABLE returns an empty list.
         */
        readonly get: operations["getSeatMap"];
    };
    readonly "/api/private/v2.0/schemas/{schemaId}/pricing_zones/": {
        /**
         * List the pricing zones of a schema
         * @description In the requested order, by default by id.
         */
        readonly get: operations["listPricingZones"];
        /**
         * Rename pricing zones
         * @description All or nothing. Assignments stay as they are.
         */
        readonly put: operations["updatePricingZones"];
        /**
         * Create pricing zones
         * @description All or nothing. Names are unique within their schema.
         */
        readonly post: operations["createPricingZones"];
    };
    readonly "/api/private/v2.0/schemas/{schemaId}/pricing_zones/{id}": {
        /**
         * Read a pricing zone
         * @description The zone with its name; read its seats from the seat map.
         */
        readonly get: operations["getPricingZone"];
        /**
         * Delete a pricing zone
         * @description Refused while seats or areas are assigned to it.
         */
        readonly delete: operations["deletePricingZone"];
    };
    readonly "/api/private/v2.0/schemas/{schemaId}/pricing_zones/assignments/": {
        /**
         * Assign seats and areas to pricing zones
         * @description All or nothing; overwrites earlier assignments. Existing prices of events stay as they are.
         */
        readonly post: operations["assignPricingZones"];
    };
    readonly "/api/private/v2.0/schemas/clone/{id}": {
        /**
         * Clone a schema
         * @description The clone has the name of its source with " (copy)" appended, new ids everywhere, and the pricing zones. It becomes visible when it is complete. Clones are made one after the other; an organization can have at most ten unfinished ones.
         */
        readonly post: operations["cloneSchema"];
    };
    readonly "/api/private/v2.0/schemas/clone/result/{uuid}": {
        /**
         * Read the progress of a clone
         * @description DONE and ERROR are final. After ERROR the partial clone has been removed; request it again.
         */
        readonly get: operations["getSchemaClone"];
    };
    readonly "/api/private/v2.0/erasure/": {
        /**
         * List the erasures
         * @description A finished erasure is listed for a year.
         */
        readonly get: operations["listErasures"];
        /**
         * Forget a person, or old sessions
         * @description Erases the reference and the properties of sessions that are over, wherever they are stored: memory, journal, snapshots, projection, feed. Seats, places and amounts stay. Sessions that are live name nobody yet and are left alone. Each erased session is told as a change `session.erased`. An organization can have at most ten unfinished erasures.
         */
        readonly post: operations["requestErasure"];
    };
    readonly "/api/private/v2.0/erasure/{id}": {
        /**
         * Read the progress of an erasure
         * @description DONE is final: nothing that is named in `docs/erasure.md` holds the person any more.
         */
        readonly get: operations["getErasure"];
    };
    readonly "/api/private/v2.0/webhooks/": {
        /**
         * List the webhooks
         * @description In the requested order, by default by id.
         */
        readonly get: operations["listWebhooks"];
        /**
         * Create a webhook
         * @description Changes from now on are sent to it. The answer shows the secret, once.
         */
        readonly post: operations["createWebhook"];
    };
    readonly "/api/private/v2.0/webhooks/{id}": {
        /**
         * Read a webhook
         * @description The webhook without its secret, which is not shown again.
         */
        readonly get: operations["getWebhook"];
        /**
         * Replace a webhook
         * @description The body is the whole webhook without its secret. Disabling it ends its pending deliveries; enabling it starts from now.
         */
        readonly put: operations["replaceWebhook"];
        /**
         * Delete a webhook
         * @description With its deliveries; what is pending is not sent any more.
         */
        readonly delete: operations["deleteWebhook"];
    };
    readonly "/api/private/v2.0/webhooks/{id}/rotate": {
        /**
         * Replace the secret of a webhook
         * @description For 24 hours both secrets sign, so that receivers can change over. Only the last former secret signs.
         */
        readonly post: operations["rotateWebhookSecret"];
    };
    readonly "/api/private/v2.0/webhooks/{id}/test": {
        /**
         * Send a test to a webhook
         * @description Sends `webhook.test` once, also to a disabled webhook, and answers what came back.
         */
        readonly post: operations["testWebhook"];
    };
    readonly "/api/private/v2.0/webhooks/{id}/deliveries/": {
        /**
         * List the deliveries of a webhook
         * @description A change appears when its first attempt has ended. Kept as long as changes are.
         */
        readonly get: operations["listWebhookDeliveries"];
    };
    readonly "/api/private/v2.0/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        /**
         * Send a change to a webhook again
         * @description At once and with the same id, whatever became of it before; a failure then follows the schedule from its beginning.
         */
        readonly post: operations["redeliverWebhookDelivery"];
    };
    readonly "/api/private/management/v2.0/organizations/": {
        /**
         * List the organizations of the tenant
         * @description In the requested order, by default by id, with their keys.
         */
        readonly get: operations["listOrganizations"];
        /**
         * Change an organization
         * @description Absent members keep their values. Keys and tenantId cannot change: if they are sent, they must have their current values.
         */
        readonly put: operations["updateOrganization"];
        /**
         * Create an organization with its first user
         * @description Keys that are omitted are generated. If the tenant already has an account with the email, it is used: that account keeps its name and password. An email of another tenant’s user is refused with 409. Passwords have at least 10 characters.
         */
        readonly post: operations["createOrganization"];
    };
    readonly "/api/private/management/v2.0/organizations/{id}": {
        /**
         * Read an organization
         * @description The organization with its keys.
         */
        readonly get: operations["getOrganization"];
        /**
         * Delete an organization with all its data
         * @description Cannot be undone. From the answer on its keys and its events are unknown. Its data is removed by then, or soon after when there is much of it.
         */
        readonly delete: operations["deleteOrganization"];
    };
    readonly "/api/private/management/v2.0/api-keys/": {
        /**
         * Read the public key of the organization
         * @description For frontends: the public key opens the map of an event and creates sessions. It is no secret.
         */
        readonly get: operations["getApiKeys"];
    };
    readonly "/api/private/management/v2.0/session-config/": {
        /**
         * Read whether public sessions are enabled
         * @description Off by default.
         */
        readonly get: operations["getSessionConfig"];
        /**
         * Enable or disable public sessions
         * @description Takes effect at once on the node that answers and within a second on every node. Private session calls always work.
         */
        readonly put: operations["replaceSessionConfig"];
    };
    readonly "/api/private/management/v2.0/organization-config/": {
        /**
         * Read the settings for booking
         * @description Settings that were never set have their defaults.
         */
        readonly get: operations["getOrganizationConfig"];
        /**
         * Change the settings for booking
         * @description Absent members keep their values. The change takes effect at once on the node that answers and within a second on every node.
         */
        readonly put: operations["updateOrganizationConfig"];
    };
    readonly "/api/private/management/v2.0/branding/": {
        /**
         * Read the brand of the organization
         * @description What the pages of its buyers show of it.
         */
        readonly get: operations["readBranding"];
        /**
         * Set the brand of the organization
         * @description The body is the whole brand: the page keeps its own look for absent members. Buyers see the change within a second. The settings of a page that embeds the map win.
         */
        readonly put: operations["putBranding"];
        /**
         * Remove the brand of the organization
         * @description Buyers see the pages as they are, within a second. Without a brand the call changes nothing.
         */
        readonly delete: operations["removeBranding"];
    };
    readonly "/api/private/management/v2.0/pass-keys/": {
        /**
         * List the keys for passes
         * @description By `kid`, without secrets.
         */
        readonly get: operations["listPassKeys"];
        /**
         * Store a key for passes
         * @description Adds a key, or replaces the one with its `kid`; other keys stay, up to 10. Without `secret` and `publicKey` a known key keeps what it has and gets the new end: that is how a former key is phased out. Takes effect at once on the node that answers and within a second on every node.
         */
        readonly put: operations["putPassKey"];
    };
    readonly "/api/private/management/v2.0/pass-keys/{kid}": {
        /**
         * Remove a key for passes
         * @description Its passes are refused from now on, within a second on every node. Sessions that were created with them go on.
         */
        readonly delete: operations["deletePassKey"];
    };
    readonly "/api/private/management/v2.0/people/": {
        /**
         * List the people of the organization
         * @description By id, with those who are invited.
         */
        readonly get: operations["listPeople"];
        /**
         * Invite a person
         * @description The service sends no mail: hand the link over. It is valid for 72 hours and one use, and leads to the page of the console where the person sets a password. Inviting a person again who has not accepted makes the former link void. An address is invited without regard to what other organizations know of it. An organization has at most 1000 people.
         */
        readonly post: operations["invitePerson"];
    };
    readonly "/api/private/management/v2.0/people/{id}": {
        /**
         * Change what a person may do
         * @description Tokens of the person have the new role within a second on every node. The last OWNER stays OWNER.
         */
        readonly put: operations["changePerson"];
        /**
         * Remove a person
         * @description Its tokens are refused within a second on every node; an invitation that is not accepted is void. The last OWNER stays.
         */
        readonly delete: operations["removePerson"];
    };
    readonly "/api/private/management/v2.0/sign-on/": {
        /**
         * Read the sign-on of the organization
         * @description Without the secret.
         */
        readonly get: operations["readSignOn"];
        /**
         * Set the sign-on of the organization
         * @description Reads the document of the provider first. Passwords can be switched off once an OWNER has signed on with the settings as they are; from then on logins that were opened with a password end. Another issuer ends the logins by sign-on. An OWNER who can log in stays.
         */
        readonly put: operations["putSignOn"];
        /**
         * Remove the sign-on of the organization
         * @description Logins by sign-on are refused within a second on every node, and people log in with passwords again. An OWNER who has a password must be there. Without a sign-on the call changes nothing.
         */
        readonly delete: operations["removeSignOn"];
    };
    readonly "/api/auth/login": {
        /**
         * Log in with email and password
         * @description The token is valid for one hour, the refresh token for 30 days and one use. A wrong password, an unknown user and an organization whose people log in by its sign-on only get the same answer. From the fifth failure in a row of a user at one address on, every failure starts a pause: 5 seconds at first, twice as long each time, up to 15 minutes. During a pause every attempt is refused with 403 ACCESS_DENIED and `Retry-After`.
         */
        readonly post: operations["login"];
    };
    readonly "/api/auth/refresh": {
        /**
         * Renew a login
         * @description Returns new tokens; both earlier ones become invalid. A refresh token works once: a second use ends the login and all tokens that descend from it, because the token may have been stolen. Within 10 seconds of the newest renewal a second use is only refused, because pages of one user may renew at the same moment.
         */
        readonly post: operations["refreshLogin"];
    };
    readonly "/api/auth/logout": {
        /**
         * End a login
         * @description Send the refresh token or the token of the login. A login that has ended already is a success as well.
         */
        readonly post: operations["logout"];
    };
    readonly "/api/auth/user/": {
        /**
         * Read the user of the login
         * @description The user and the organization that the token belongs to.
         */
        readonly get: operations["getLogin"];
    };
    readonly "/api/auth/sign-on/": {
        /**
         * Begin a sign-on
         * @description For the console. Sets a cookie for ten minutes, in which the service keeps what the answer of the provider must fit; the same browser must bring the answer. The provider sends the browser back to `/console/`.
         */
        readonly post: operations["beginSignOn"];
    };
    readonly "/api/auth/sign-on/complete": {
        /**
         * Complete a sign-on
         * @description Takes the answer of the provider from the browser that has begun the sign-on, and opens a login as with a password. Its tokens are renewed as usual and end after 12 hours. The person has the role of its groups from now on. A refusal stores nothing.
         */
        readonly post: operations["completeSignOn"];
    };
    readonly "/api/auth/invitations/{token}": {
        /**
         * Accept an invitation
         * @description Sets the password of the invited person, who can log in from then on. Works once; an unknown, a used and an expired token get the same answer. Passwords have at least 10 characters. A person who works for several organizations has a password for each.
         */
        readonly post: operations["acceptInvitation"];
    };
    readonly "/api/venues/": {
        /**
         * List the venues of the login’s organization
         * @description In the requested order, by default by id.
         */
        readonly get: operations["listEditorVenues"];
        /**
         * Replace a venue of the login’s organization
         * @description The body is the whole venue: members that are absent become null, but `timeZone` stays.
         */
        readonly put: operations["replaceEditorVenue"];
        /**
         * Create a venue in the login’s organization
         * @description Schemas are drawn for a venue.
         */
        readonly post: operations["createEditorVenue"];
        /**
         * Delete a venue of the login’s organization
         * @description Refused while schemas belong to it.
         */
        readonly delete: operations["deleteEditorVenueByQuery"];
    };
    readonly "/api/venues/{id}": {
        /**
         * Read a venue of the login’s organization
         * @description The venue with its address and coordinates.
         */
        readonly get: operations["getEditorVenue"];
        /**
         * Delete a venue of the login’s organization
         * @description Refused while schemas belong to it.
         */
        readonly delete: operations["deleteEditorVenue"];
    };
    readonly "/api/venues/{venueId}/schemas/": {
        /**
         * List the schemas of a venue
         * @description In the requested order, by default by id; `isDraft` filters the list.
         */
        readonly get: operations["listEditorSchemas"];
        /**
         * Change the name and the labels of a schema
         * @description Absent members keep their values. A `gaCapacity` makes a new version of the seat map when there are areas without places; it is refused when an event has given such an area more places and more of them are taken.
         */
        readonly put: operations["updateEditorSchema"];
        /**
         * Create an empty schema for a venue
         * @description Fill it with a PUT of its seat map.
         */
        readonly post: operations["createEditorSchema"];
        /**
         * Delete a schema of a venue
         * @description Also deletes its layout and its pricing zones. Refused while events use it.
         */
        readonly delete: operations["deleteEditorSchemaByQuery"];
    };
    readonly "/api/venues/{venueId}/schemas/{id}": {
        /**
         * Read a schema of a venue
         * @description The schema without its seats; read those from its seat map.
         */
        readonly get: operations["getEditorSchema"];
        /**
         * Delete a schema of a venue
         * @description Also deletes its layout and its pricing zones. Refused while events use it.
         */
        readonly delete: operations["deleteEditorSchema"];
    };
    readonly "/api/events/": {
        /**
         * List the events of the login’s organization
         * @description In the requested order, by default by id. Filters combine.
         */
        readonly get: operations["listEditorEvents"];
    };
    readonly "/api/events/{id}": {
        /**
         * Read an event of the login’s organization
         * @description The event with the names of its schema and its venue.
         */
        readonly get: operations["getEditorEvent"];
    };
    readonly "/api/seatmap/{schemaId}/": {
        /**
         * Read the seat map of a schema
         * @description Sectors, rows, seats, shapes and units as flat lists; items refer to each other by id and guid.
         */
        readonly get: operations["getDrawing"];
        /**
         * Change the seat map of a schema
         * @description Items with an id are changed and keep the members that they do not name; items without an id are new; `toRemove` removes an item; items that the body does not name stay. A body that removes every sector and has new sectors and `shapes` replaces the decorations too. All or nothing. Events on the schema use the new seat map at once: new seats and areas can be booked when they have a price. Sold or held seats are removed only with `forceDelete`. A body that changes nothing makes no new version. A call that is repeated with its `Idempotency-Key` shows the seat map as it is now.
         */
        readonly put: operations["updateDrawing"];
    };
    readonly "/api/seatmap/{schemaId}/viewbox/": {
        /**
         * Read the view box of a seat map
         * @description The part of the plan that the public map shows: the same as its `background.viewBox`.
         */
        readonly get: operations["getDrawingViewBox"];
    };
    readonly "/api/private/v2.0/schemas/{schemaId}/units/": {
        /**
         * List the units of a layout
         * @description Tables, boxes and booths of the present version of the layout.
         */
        readonly get: operations["listUnits"];
        /**
         * Set the units of a layout
         * @description Makes a new version of the layout. The body is the whole list. Carts and sales stay as they are. A unit of which only a part is sold can be taken when all of it is free.
         */
        readonly put: operations["setUnits"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Seat ids, `bestAvailable` or `accessible`, and the wanted total of places in GA areas. */
        readonly LockSelection: {
            /** @description Seats. */
            readonly seats?: readonly number[] | null;
            /** @description General-admission areas. */
            readonly groupOfSeats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
                /** @description A ticket type of the area’s price; null or absent: the price itself. */
                readonly ticketType?: string | null;
            }[] | null;
            /** @description Ids of tables, boxes and booths: all their seats, beside those in `seats`. */
            readonly units?: readonly number[] | null;
            /** @description Ticket types by seat id, for seats that are named in `seats`. Without one a new seat has the price itself, and a seat that is held already keeps what it has; null: the price itself. */
            readonly ticketTypes?: {
                readonly [key: string]: string | null;
            };
            /** @description Guests by unit id, of units that the call takes or the session holds: the buyer holds all seats and pays for these. Without it a new unit has as many as it may have. */
            readonly guests?: {
                readonly [key: string]: number;
            };
            /** @description What the event is to choose, instead of named seats. */
            readonly bestAvailable?: components["schemas"]["BestAvailable"] | null;
            /** @description Whether the seat is accessible with a wheelchair; on a map, the ids of such seats. */
            readonly accessible?: components["schemas"]["AccessibleNeed"] | null;
            /** @description true: a refusal because of seats carries `alternatives` that could be locked instead. */
            readonly suggest?: boolean | null;
        };
        /** @description The event chooses the seats, and holds them in the same step. */
        readonly BestAvailable: {
            /** @description How many seats. */
            readonly count: number;
            /** @description Only seats of these prices. */
            readonly priceIds?: readonly number[] | null;
            /** @description Only seats of these sections. */
            readonly sectionIds?: readonly number[] | null;
            /** @description How many of them are accessible seats; the others are not. Default 0. */
            readonly accessible?: number | null;
            /** @description In one row without an aisle between; false: groups in neighbouring rows of one section will do. Default true. */
            readonly together?: boolean | null;
            /** @description Only seats that are in this allotment now. */
            readonly allotmentId?: string | null;
        };
        /** @description The buyer needs wheelchair places; the event chooses and holds them. */
        readonly AccessibleNeed: {
            /** @description How many wheelchair places. */
            readonly wheelchairs: number;
            /** @description Seats beside them, shared out evenly; at most 3 for each. Default 0. */
            readonly companions?: number | null;
        };
        /** @description Seat ids, and places of GA areas. */
        readonly Selection: {
            /** @description Seats. */
            readonly seats?: readonly number[] | null;
            /** @description General-admission areas. */
            readonly groupOfSeats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
                /** @description A ticket type of the area’s price; null or absent: the price itself. */
                readonly ticketType?: string | null;
            }[] | null;
            /** @description Ids of tables, boxes and booths: all their seats, beside those in `seats`. */
            readonly units?: readonly number[] | null;
            /** @description What the event is to choose, instead of named seats. */
            readonly bestAvailable?: null;
        };
        /** @description Seat ids, and the wanted total of places in GA areas. */
        readonly WantedSelection: {
            /** @description Seats. */
            readonly seats?: readonly number[] | null;
            /** @description General-admission areas. */
            readonly groupOfSeats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
                /** @description A ticket type of the area’s price; null or absent: the price itself. */
                readonly ticketType?: string | null;
            }[] | null;
            /** @description Ids of tables, boxes and booths: all their seats, beside those in `seats`. */
            readonly units?: readonly number[] | null;
            /** @description What the event is to choose, instead of named seats. */
            readonly bestAvailable?: null;
            /** @description Ticket types by seat id, for seats that are named in `seats`. Without one a new seat has the price itself, and a seat that is held already keeps what it has; null: the price itself. */
            readonly ticketTypes?: {
                readonly [key: string]: string | null;
            };
            /** @description Guests by unit id, of units that the call takes or the session holds: the buyer holds all seats and pays for these. Without it a new unit has as many as it may have. */
            readonly guests?: {
                readonly [key: string]: number;
            };
        };
        /** @description Lines of the purchase, and what it takes for them. Capacities are amounts. */
        readonly Exchange: {
            readonly release: components["schemas"]["Selection"];
            readonly take: components["schemas"]["WantedSelection"];
        };
        readonly StateSelection: {
            /** @description A label of the caller’s own; recorded, never returned. */
            readonly sessionId?: string | null;
            /** @description Seats. */
            readonly seats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /** @description Number of places of a general-admission area. */
                readonly capacity?: number | null;
            }[] | null;
            /** @description General-admission areas. */
            readonly groupOfSeats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
                /** @description A ticket type of the area’s price; null or absent: the price itself. */
                readonly ticketType?: string | null;
            }[] | null;
            /** @description Ticket types by seat id, for seats that are named in `seats`. Without one a new seat has the price itself, and a seat that is held already keeps what it has; null: the price itself. */
            readonly ticketTypes?: {
                readonly [key: string]: string | null;
            };
            /** @description Ids of tables, boxes and booths: all their seats, beside those in `seats`. */
            readonly units?: readonly number[] | null;
            /** @description null: the default expiry. RESERVED never expires. */
            readonly holdType?: string | null;
            /** @description Only in `lock` and `directsale`, instead of `seats`. */
            readonly bestAvailable?: components["schemas"]["BestAvailable"] | null;
            /** @description Accepted for compatibility and not used. */
            readonly cartSeatIds?: unknown;
        };
        readonly NewEvent: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly endDate: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /** @description Default: PUBLISHED. */
            readonly status?: ("DRAFT" | "PUBLISHED" | "ARCHIVED") | null;
        };
        readonly ChangedEvent: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly endDate: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /** @description If sent, it must be the current status. */
            readonly status?: ("DRAFT" | "PUBLISHED" | "ARCHIVED") | null;
        };
        readonly EventStatusChange: {
            /**
             * @description Status of the object.
             * @enum {string}
             */
            readonly status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
        };
        readonly EventCopy: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly endDate: string;
            /** @description Default: DRAFT. */
            readonly status?: ("DRAFT" | "PUBLISHED" | "ARCHIVED") | null;
        };
        readonly AdmissionSettings: {
            /**
             * @description OPEN: anybody may create a session. PASS: a pass of the organization is needed. QUEUE: an admitted ticket.
             * @enum {string}
             */
            readonly mode: "OPEN" | "PASS" | "QUEUE";
            /** @description When the line is drawn and begins to be admitted. Absent: at once. */
            readonly opensAt?: string | null;
            /** @description Tickets admitted in a minute; 0: paused, null: any number. */
            readonly ratePerMinute?: number | null;
            /** @description No ticket is admitted while so many sessions are live; null: any number. */
            readonly activeSessionsMax?: number | null;
            /** @description Seats and places that one buyer may hold and own in all sessions, by `sub` of the pass; null: any number. */
            readonly maxSeatsPerBuyer?: number | null;
            /** @description How long an admitted ticket opens a session. Absent: 120. */
            readonly claimSeconds?: number | null;
        };
        /** @description The units that the event books otherwise than its layout says. */
        readonly UnitOverrides: {
            /** @description Tables, boxes and booths, which are booked as a whole or seat by seat. */
            readonly units: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /** @description WHOLE: all its seats are taken and given back together. SEATS: each by itself. Default WHOLE. */
                readonly booking?: ("WHOLE" | "SEATS") | null;
                /** @description How few guests it takes; null beside a null `max`: as many as it has seats. */
                readonly min?: number | null;
                /** @description How many guests it takes; the buyer holds all seats and pays for the guests. */
                readonly max?: number | null;
            }[];
        };
        readonly FaceSettings: {
            /** @description What buyers read above the map. Null: the name of the event. */
            readonly title?: string | null;
            /** @description A picture beside the title. */
            readonly imageUrl?: string | null;
            /** @description The page of the shop that takes over after a checkout; its origin must be one of `frameOrigins`. */
            readonly returnUrl?: string | null;
        };
        readonly AllotmentTerms: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description How it is drawn, such as `#aa3300`; null: the reader chooses. */
            readonly colour?: string | null;
            /**
             * @description PUBLIC: everybody. PASS: sessions whose pass names it in its claim `allotments`. STAFF: the organization’s own calls only. NEED: buyers who declare the need of accessible places.
             * @enum {string}
             */
            readonly access: "PUBLIC" | "PASS" | "STAFF" | "NEED";
            /** @description From when its seats can be taken; null: from the beginning. */
            readonly opensAt?: string | null;
            /** @description From when they can no longer be taken; null: never. */
            readonly closesAt?: string | null;
            /** @description How many of its seats one session may hold; null: as many as the session may hold at all. */
            readonly maxSeatsPerSession?: number | null;
            /** @description When its free seats are given away; null: never. */
            readonly release?: {
                /** @description When its free seats are released; null: not by time. */
                readonly at?: string | null;
                /** @description Released when everything else of the event, of the section or at the price is sold; null: not so. */
                readonly whenSold?: ("EVENT" | "SECTION" | "PRICE") | null;
                /** @description The allotment that gets the seats; null: the public does. */
                readonly to?: string | null;
            } | null;
        };
        readonly AllotmentPlaces: {
            /** @description Seat ids. */
            readonly seats?: readonly number[] | null;
            /** @description Every seat of these sections. */
            readonly sections?: readonly number[] | null;
            /** @description Every seat that has one of these prices. */
            readonly prices?: readonly number[] | null;
            /** @description Places of GA areas, each area once. */
            readonly groupOfSeats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /** @description Number of places of a general-admission area. */
                readonly capacity: number;
            }[] | null;
        };
        readonly NewPrice: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description The decimal number at its beginning is the amount: "50", "12.50 EUR". */
            readonly name: string;
            /** @description The event of the path. */
            readonly eventId?: string | null;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId?: string | null;
            /** @description In minor units of the currency: 4550 EUR is 45.50. */
            readonly amount?: number | null;
            /** @description Currency of the amount, ISO 4217. */
            readonly currency?: string | null;
            /** @description Need `amount` and `currency`. */
            readonly ticketTypes?: readonly components["schemas"]["TicketType"][] | null;
        };
        readonly TicketType: {
            /** @description Your own name for it, unique within the price. Lines are counted by it. */
            readonly id: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description In minor units of the currency: 4550 EUR is 45.50, 500 JPY is 500. */
            readonly amount: number;
            /** @description How many one session may hold. */
            readonly maxPerSession?: number | null;
            /** @description How many may be held and sold. */
            readonly eventMax?: number | null;
            /** @description Only for sessions that were opened with a pass. */
            readonly requiresPass?: boolean | null;
        };
        readonly ChangedPrice: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description The decimal number at its beginning is the amount: "50", "12.50 EUR". */
            readonly name: string;
            /** @description The event of the path. */
            readonly eventId?: string | null;
            /** @description Absent: keeps its value; null: is removed. */
            readonly externalId?: string | null;
            /** @description In minor units of the currency: 4550 EUR is 45.50. */
            readonly amount?: number | null;
            /** @description Currency of the amount, ISO 4217. */
            readonly currency?: string | null;
            /** @description Need `amount` and `currency`. */
            readonly ticketTypes?: readonly components["schemas"]["TicketType"][] | null;
        };
        readonly NewSeries: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Id of the event whose prices and assignments new events copy.
             */
            readonly templateEventId: string;
            /** @description IANA zone of the venue. */
            readonly timeZone: string;
        };
        readonly SeriesTemplate: {
            /**
             * Format: uuid
             * @description Id of the event whose prices and assignments new events copy.
             */
            readonly templateEventId: string;
        };
        readonly NewSeriesEvent: {
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly end: string;
            /** @description Default: the name of the series followed by the start. */
            readonly name?: string | null;
        };
        readonly LegacySelection: {
            /** @description For a GA area: the number of places. */
            readonly capacity?: number | null;
            /** @description Section, row and seat joined by ;; as in the schema’s metadata, or only the section for a GA area. Names come first; a key that matches no name is read as numeric ids. An ambiguous key matches nothing. */
            readonly compositeKey: string;
        };
        readonly NewLegacyEvent: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description The end of the event. */
            readonly killAfter: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
        };
        readonly ChangedLegacyEvent: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description The end of the event. */
            readonly killAfter: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
        };
        readonly NewLegacyPrice: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description The decimal number at its beginning is the amount. Unique within its event. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId?: string | null;
        };
        readonly ChangedLegacyPrice: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description The decimal number at its beginning is the amount. Unique within its event. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /** @description Absent: keeps its value; null: is removed. */
            readonly externalId?: string | null;
        };
        readonly LegacyPriceAssignment: {
            /** @description For a GA area: the number of places to make available. */
            readonly capacity?: number | null;
            /** @description Section, row and seat joined by ;; as in the schema’s metadata, or only the section for a GA area. Names come first; a key that matches no name is read as numeric ids. An ambiguous key matches nothing. */
            readonly compositeKey: string;
            /** @description An amount; the event’s price with that name is found or created. */
            readonly price: number;
            /** @description The seat’s own properties; they replace earlier ones. */
            readonly properties?: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly PriceAssignments: {
            /** @description `properties` are the seat’s own properties; they replace earlier ones. */
            readonly seats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the seat, area or zone.
                 */
                readonly objectId: number;
                /**
                 * Format: int64
                 * @description The price id.
                 */
                readonly assignmentId: number;
                /** @description Any JSON object of the caller’s own, up to 16 KB; comes back as it was sent. */
                readonly properties?: {
                    readonly [key: string]: unknown;
                } | null;
            }[] | null;
            /** @description `activeCount`: number of places to make available; absent: all places that are neither held nor sold. For an area without a capacity in the layout it is the capacity; places that are held or sold stay so. */
            readonly groupOfSeats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the seat, area or zone.
                 */
                readonly objectId: number;
                /**
                 * Format: int64
                 * @description The price id.
                 */
                readonly assignmentId: number;
                /** @description How many places of the area are on sale; absent or null: its whole capacity. */
                readonly activeCount?: number | null;
            }[] | null;
            /** @description All seats and areas that are in the zones now and have no line of their own. */
            readonly pricingZones?: readonly {
                /**
                 * Format: int64
                 * @description Id of the seat, area or zone.
                 */
                readonly objectId: number;
                /**
                 * Format: int64
                 * @description The price id.
                 */
                readonly assignmentId: number;
                /** @description How many places of the area are on sale; absent or null: its whole capacity. */
                readonly activeCount?: number | null;
            }[] | null;
        };
        readonly NewVenue: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Postal address, as one text. */
            readonly address?: string | null;
            /** @description Degrees north. */
            readonly lat?: number | null;
            /** @description Degrees east. */
            readonly lng?: number | null;
            /** @description The zone of the local times of its events, as an IANA name. Absent: as it is; null: not known. */
            readonly timeZone?: string | null;
        };
        readonly ChangedVenue: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Postal address, as one text. */
            readonly address?: string | null;
            /** @description Degrees north. */
            readonly lat?: number | null;
            /** @description Degrees east. */
            readonly lng?: number | null;
            /** @description The zone of the local times of its events, as an IANA name. Absent: as it is; null: not known. */
            readonly timeZone?: string | null;
        };
        /** @description Names are unique inside their parent and contain no `;;`. */
        readonly NewSchema: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: int64
             * @description Id of the venue; null when there is none.
             */
            readonly venueId?: number | null;
            /** @description Sections, in layout order. */
            readonly sections: readonly (components["schemas"]["NewArea"] | components["schemas"]["NewSeatedSection"])[];
            /** @description Drawn shapes other than seats. */
            readonly shapes?: readonly components["schemas"]["NewDecoration"][] | null;
            /** @description Seats that belong together. Names are unique; a seat is in one unit or in none. */
            readonly units?: readonly components["schemas"]["NewUnit"][] | null;
            /** @description The point that seats face. */
            readonly focalPoint?: {
                /** @description Position on the plan, to the right. */
                readonly x: number;
                /** @description Position on the plan, downwards. */
                readonly y: number;
            } | null;
        };
        /** @description A general-admission area: places without seats. */
        readonly NewArea: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Noun before the label, such as "Row". */
            readonly prefix?: string | null;
            /** @description Noun before the seats’ labels, such as "Seat". */
            readonly seatPrefix?: string | null;
            /** @description Position on the plan, to the right. */
            readonly x?: number | null;
            /** @description Position on the plan, downwards. */
            readonly y?: number | null;
            /** @description Width on the plan. */
            readonly width?: number | null;
            /** @description Height on the plan. */
            readonly height?: number | null;
            /** @description Degrees clockwise. Rotates what the service places: rows with a `seatCount`, and an area without shapes. */
            readonly angle?: number | null;
            /** @description Degrees of the arc in which rows with a `seatCount` bend around the stage; 0: straight. */
            readonly curve?: number | null;
            /** @description Drawn shapes other than seats. */
            readonly shapes?: readonly {
                readonly [key: string]: unknown;
            }[] | null;
            /**
             * @description A general-admission area.
             * @constant
             */
            readonly ga: true;
            /** @description Places. 0: every event sets its own capacity with the `activeCount` of a price assignment. */
            readonly capacity: number;
            /** @description An area has no rows. */
            readonly rows?: readonly {
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /** @description Position on the plan, to the right. */
                readonly x?: number | null;
                /** @description Position on the plan, downwards. */
                readonly y?: number | null;
                /** @description Either `seats`, `seatCount` or `seatNames`. */
                readonly seats?: readonly {
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Position on the plan, to the right. */
                    readonly x: number;
                    /** @description Position on the plan, downwards. */
                    readonly y: number;
                    /** @description Whether the seat is accessible with a wheelchair; on a map, the ids of such seats. */
                    readonly accessible?: boolean | null;
                    /** @description Whether the seat is marked for attention; on a map, the ids of such seats. */
                    readonly marked?: boolean | null;
                    /** @description Whether the seat is a place for a wheelchair; on a map, the ids of such seats. */
                    readonly wheelchair?: boolean | null;
                    /** @description Whether the seat is for the companion of somebody in a wheelchair; on a map, the ids of such seats. */
                    readonly companion?: boolean | null;
                    /** @description Whether the way to the seat has no steps; on a map, the ids of such seats. */
                    readonly stepFree?: boolean | null;
                    /** @description Whether the seat has a loop for hearing aids; on a map, the ids of such seats. */
                    readonly hearing?: boolean | null;
                    /** @description Whether something hides a part of the stage from the seat; on a map, the ids of such seats. */
                    readonly restrictedView?: boolean | null;
                }[] | null;
                /** @description Number of seats, numbered from 1; the service places a row that has neither `x` nor `y`. */
                readonly seatCount?: number | null;
                /** @description Instead of `seatCount`: the names of seats that the service places. */
                readonly seatNames?: readonly string[] | null;
                /** @description Only with `seatCount` or `seatNames`: what some of the seats are, by their numbers from 1. */
                readonly seatFlags?: readonly components["schemas"]["SeatFlags"][] | null;
            }[] | null;
        };
        /** @description What the seats with the numbers `from` to `to` are. */
        readonly SeatFlags: {
            /** @description Number of the first seat. */
            readonly from: number;
            /** @description Number of the last seat. */
            readonly to: number;
            /** @description Whether the seat is accessible with a wheelchair; on a map, the ids of such seats. */
            readonly accessible?: boolean | null;
            /** @description Whether the seat is marked for attention; on a map, the ids of such seats. */
            readonly marked?: boolean | null;
            /** @description Whether the seat is a place for a wheelchair; on a map, the ids of such seats. */
            readonly wheelchair?: boolean | null;
            /** @description Whether the seat is for the companion of somebody in a wheelchair; on a map, the ids of such seats. */
            readonly companion?: boolean | null;
            /** @description Whether the way to the seat has no steps; on a map, the ids of such seats. */
            readonly stepFree?: boolean | null;
            /** @description Whether the seat has a loop for hearing aids; on a map, the ids of such seats. */
            readonly hearing?: boolean | null;
            /** @description Whether something hides a part of the stage from the seat; on a map, the ids of such seats. */
            readonly restrictedView?: boolean | null;
        };
        /** @description A section with rows of seats. */
        readonly NewSeatedSection: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Noun before the label, such as "Row". */
            readonly prefix?: string | null;
            /** @description Noun before the seats’ labels, such as "Seat". */
            readonly seatPrefix?: string | null;
            /** @description Position on the plan, to the right. */
            readonly x?: number | null;
            /** @description Position on the plan, downwards. */
            readonly y?: number | null;
            /** @description Width on the plan. */
            readonly width?: number | null;
            /** @description Height on the plan. */
            readonly height?: number | null;
            /** @description Degrees clockwise. Rotates what the service places: rows with a `seatCount`, and an area without shapes. */
            readonly angle?: number | null;
            /** @description Degrees of the arc in which rows with a `seatCount` bend around the stage; 0: straight. */
            readonly curve?: number | null;
            /** @description Drawn shapes other than seats. */
            readonly shapes?: readonly {
                readonly [key: string]: unknown;
            }[] | null;
            /** @description Not a general-admission area. */
            readonly ga?: false | null;
            /** @description Ignored: the seats are counted. */
            readonly capacity?: number | null;
            /** @description Rows, in layout order. */
            readonly rows?: readonly {
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /** @description Position on the plan, to the right. */
                readonly x?: number | null;
                /** @description Position on the plan, downwards. */
                readonly y?: number | null;
                /** @description Either `seats`, `seatCount` or `seatNames`. */
                readonly seats?: readonly {
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Position on the plan, to the right. */
                    readonly x: number;
                    /** @description Position on the plan, downwards. */
                    readonly y: number;
                    /** @description Whether the seat is accessible with a wheelchair; on a map, the ids of such seats. */
                    readonly accessible?: boolean | null;
                    /** @description Whether the seat is marked for attention; on a map, the ids of such seats. */
                    readonly marked?: boolean | null;
                    /** @description Whether the seat is a place for a wheelchair; on a map, the ids of such seats. */
                    readonly wheelchair?: boolean | null;
                    /** @description Whether the seat is for the companion of somebody in a wheelchair; on a map, the ids of such seats. */
                    readonly companion?: boolean | null;
                    /** @description Whether the way to the seat has no steps; on a map, the ids of such seats. */
                    readonly stepFree?: boolean | null;
                    /** @description Whether the seat has a loop for hearing aids; on a map, the ids of such seats. */
                    readonly hearing?: boolean | null;
                    /** @description Whether something hides a part of the stage from the seat; on a map, the ids of such seats. */
                    readonly restrictedView?: boolean | null;
                }[] | null;
                /** @description Number of seats, numbered from 1; the service places a row that has neither `x` nor `y`. */
                readonly seatCount?: number | null;
                /** @description Instead of `seatCount`: the names of seats that the service places. */
                readonly seatNames?: readonly string[] | null;
                /** @description Only with `seatCount` or `seatNames`: what some of the seats are, by their numbers from 1. */
                readonly seatFlags?: readonly components["schemas"]["SeatFlags"][] | null;
            }[] | null;
        };
        /** @description Drawn on the map and not booked. One `stage` may have no x, y, width and height: the service places it. */
        readonly NewDecoration: {
            /** @description What it is: `stage`, `bar`, `entrance` or any other word. */
            readonly type?: string | null;
            /** @description Default: RECT. POLYGON, POLYLINE and LINE are drawn from `points`. */
            readonly shapeType?: ("RECT" | "CIRCLE" | "ELLIPSE" | "POLYGON" | "POLYLINE" | "LINE" | "TEXT") | null;
            /** @description Position on the plan, to the right. */
            readonly x?: number | null;
            /** @description Position on the plan, downwards. */
            readonly y?: number | null;
            /** @description Width on the plan. */
            readonly width?: number | null;
            /** @description Height on the plan. */
            readonly height?: number | null;
            /** @description Degrees clockwise, around its centre. */
            readonly angle?: number | null;
            /** @description Corners of the shape. */
            readonly points?: readonly {
                /** @description Position on the plan, to the right. */
                readonly x: number;
                /** @description Position on the plan, downwards. */
                readonly y: number;
            }[] | null;
            /** @description Text that is drawn. */
            readonly text?: string | null;
            /** @description Such as `#4b5563`, `teal` or `rgb(75, 85, 99)`. */
            readonly fill?: string | null;
            /** @description Such as `#4b5563`, `teal` or `rgb(75, 85, 99)`. */
            readonly stroke?: string | null;
            /** @description Width of the outline, in the units of the plan. */
            readonly strokeWidth?: number | null;
            /** @description Such as `#4b5563`, `teal` or `rgb(75, 85, 99)`. */
            readonly textColor?: string | null;
            /** @description Size of the text, in the units of the plan. */
            readonly fontSize?: number | null;
            /** @description From 0, invisible, to 1. */
            readonly opacity?: number | null;
        };
        /** @description A table, a box or a booth of the new layout. */
        readonly NewUnit: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description In the order in which guests fill them. */
            readonly seats: readonly components["schemas"]["NewUnitSeats"][];
            /** @description WHOLE: all its seats are taken and given back together. SEATS: each by itself. Default WHOLE. */
            readonly booking?: ("WHOLE" | "SEATS") | null;
            /** @description How few guests it takes; null beside a null `max`: as many as it has seats. */
            readonly min?: number | null;
            /** @description How many guests it takes; the buyer holds all seats and pays for the guests. */
            readonly max?: number | null;
        };
        /** @description Seats of a row that stand one after the other. */
        readonly NewUnitSeats: {
            /** @description Name of a section of the layout. */
            readonly section: string;
            /** @description Name of a row of the section. */
            readonly row: string;
            /** @description Number of the first seat in the row, from 1; absent: the first one. */
            readonly from?: number | null;
            /** @description Number of the last seat; absent: the last one of the row. */
            readonly to?: number | null;
        };
        readonly NewPricingZone: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description The schema of the path. */
            readonly schemaId?: number | null;
        };
        readonly ChangedPricingZone: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description The schema of the path. */
            readonly schemaId?: number | null;
        };
        readonly ZoneAssignments: {
            /** @description Seats. */
            readonly seats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the seat, area or zone.
                 */
                readonly objectId: number;
                /**
                 * Format: int64
                 * @description The pricing zone id.
                 */
                readonly assignmentId: number;
                /** @description For an area: the number of places that its zone sells. */
                readonly activeCount?: number | null;
            }[] | null;
            /** @description General-admission areas. */
            readonly groupOfSeats?: readonly {
                /**
                 * Format: int64
                 * @description Id of the seat, area or zone.
                 */
                readonly objectId: number;
                /**
                 * Format: int64
                 * @description The pricing zone id.
                 */
                readonly assignmentId: number;
                /** @description For an area: the number of places that its zone sells. */
                readonly activeCount?: number | null;
            }[] | null;
        };
        readonly NewWebhook: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description Where changes are sent, by POST. https, and a public address. */
            readonly url: string;
            /** @description The types of changes to send; empty or absent: every type, also types that come later. */
            readonly types?: readonly ("session.checked-out" | "session.confirmed" | "session.cancelled" | "session.expired" | "session.released" | "booking.locked" | "booking.unlocked" | "booking.lock-expired" | "booking.sold" | "booking.reverted" | "booking.blocked" | "booking.unblocked" | "event.created" | "event.status-changed" | "event.layout-changed" | "event.deleted" | "event.sold-out" | "event.back-on-sale" | "session.erased" | "allotment.opened" | "allotment.closed" | "allotment.released" | "session.exchanged")[] | null;
            /** @description Free text about the object. */
            readonly description?: string | null;
            /** @description Absent: true. */
            readonly enabled?: boolean | null;
        };
        readonly ChangedWebhook: {
            /** @description The webhook of the path. */
            readonly id?: number | null;
            /** @description Where changes are sent, by POST. https, and a public address. */
            readonly url: string;
            /** @description The types of changes to send; empty or absent: every type, also types that come later. */
            readonly types?: readonly ("session.checked-out" | "session.confirmed" | "session.cancelled" | "session.expired" | "session.released" | "booking.locked" | "booking.unlocked" | "booking.lock-expired" | "booking.sold" | "booking.reverted" | "booking.blocked" | "booking.unblocked" | "event.created" | "event.status-changed" | "event.layout-changed" | "event.deleted" | "event.sold-out" | "event.back-on-sale" | "session.erased" | "allotment.opened" | "allotment.closed" | "allotment.released" | "session.exchanged")[] | null;
            /** @description Free text about the object. */
            readonly description?: string | null;
            /** @description Absent: true. */
            readonly enabled?: boolean | null;
        };
        readonly OrganizationWithUser: {
            /** @description Id of the object. */
            readonly id?: null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Key for the organization’s public calls, a UUID; not a secret. */
            readonly publicKey?: string | null;
            /** @description Key for the organization’s private calls, a UUID. Keep it secret. */
            readonly privateKey?: string | null;
            /** @description The organization’s domain name. */
            readonly domain?: string | null;
            /** @description Whether users of the organization’s domain are logged in without being asked. */
            readonly autologinEnabled?: boolean | null;
            /** @description Whether `domain` is appended to user names at login. */
            readonly appendDomainToLogin?: boolean | null;
            /** @description Kind of the object. */
            readonly type?: ("VENUE" | "DEFAULT") | null;
            /** @description The tenant of the key. */
            readonly tenantId?: number | null;
            /** @description Given name. */
            readonly firstName: string;
            /** @description Family name. */
            readonly lastName: string;
            /** @description E-mail address, which is also the user name. */
            readonly email: string;
            /** @description The user’s password. */
            readonly password: string;
        };
        readonly ChangedOrganization: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name?: string;
            /** @description Key for the organization’s public calls, a UUID; not a secret. */
            readonly publicKey?: string | null;
            /** @description Key for the organization’s private calls, a UUID. Keep it secret. */
            readonly privateKey?: string | null;
            /** @description The organization’s domain name. */
            readonly domain?: string | null;
            /** @description Whether users of the organization’s domain are logged in without being asked. */
            readonly autologinEnabled?: boolean | null;
            /** @description Whether `domain` is appended to user names at login. */
            readonly appendDomainToLogin?: boolean | null;
            /** @description Kind of the object. */
            readonly type?: ("VENUE" | "DEFAULT") | null;
            /** @description The tenant of the key. */
            readonly tenantId?: number | null;
        };
        readonly ChangedSessionConfig: {
            /** @description Whether buyers can create sessions. */
            readonly publicSessionsEnabled: boolean;
        } & {
            readonly [key: string]: unknown;
        };
        readonly ChangedOrganizationConfig: {
            /** @description Whether seats can be sold and sales reverted without a session. */
            readonly salesControlEnabled?: boolean;
            /** @description Whether bookings that would leave a single free seat alone are refused. */
            readonly orphanSeatPrevention?: boolean;
            /** @description US: allotments with the access NEED are released only when everything else is sold. null: as each of them says. */
            readonly accessibilityProfile?: "US" | null;
            /** @description Lifetime of a private lock without a custom hold type. */
            readonly lockTtlSeconds?: number;
            /** @description All custom hold types, by name. */
            readonly holdTypes?: {
                readonly [key: string]: {
                    /** @description null: such a hold never expires. */
                    readonly ttlSeconds: number | null;
                    /**
                     * @description State that the lock puts seats into.
                     * @enum {string}
                     */
                    readonly validState: "LOCKED" | "BLOCKED";
                };
            };
            /** @description The sites whose pages may embed the map: scheme, host and port. */
            readonly frameOrigins?: readonly string[];
        } & {
            readonly [key: string]: unknown;
        };
        readonly GivenBrand: {
            /** @description A picture at the head of the pages. The page of a shop that sets a `logo` shows that one. */
            readonly logoUrl?: string | null;
            /** @description What a screen reader says of the logo. Null: nothing. */
            readonly logoAlt?: string | null;
            /** @description By theme. An absent colour is that of the page. */
            readonly colours?: {
                /** @description For people who prefer light pages. */
                readonly light?: components["schemas"]["GivenBrandTheme"] | null;
                /** @description For people who prefer dark pages. */
                readonly dark?: components["schemas"]["GivenBrandTheme"] | null;
            } | null;
            /** @description By language and by the keys of docs/texts.md. */
            readonly texts?: {
                readonly [key: string]: {
                    readonly [key: string]: string | {
                        /** @description For numbers of the category zero. */
                        readonly zero?: string;
                        /** @description For numbers of the category one. */
                        readonly one?: string;
                        /** @description For numbers of the category two. */
                        readonly two?: string;
                        /** @description For numbers of the category few. */
                        readonly few?: string;
                        /** @description For numbers of the category many. */
                        readonly many?: string;
                        /** @description For numbers of the category other. */
                        readonly other: string;
                    };
                };
            } | null;
        };
        readonly GivenBrandTheme: {
            /** @description Of buttons that lead on. */
            readonly accent?: string | null;
            /** @description Text on `accent`. */
            readonly accentInk?: string | null;
            /** @description Behind the map. */
            readonly paper?: string | null;
            /** @description Behind the head, the order and messages. */
            readonly card?: string | null;
            /** @description Text. */
            readonly ink?: string | null;
            /** @description Text that says less. */
            readonly inkQuiet?: string | null;
        };
        readonly GivenPassKey: {
            /** @description Name of the key: the `kid` in the header of its passes. */
            readonly kid: string;
            /**
             * @description HS256: a secret that both sides have. EdDSA (Ed25519) and ES256 (P-256): a public key.
             * @enum {string}
             */
            readonly algorithm: "HS256" | "ES256" | "EdDSA";
            /** @description Of HS256 only; the bytes of this text are the key. Absent: a new `kid` gets a generated secret, a known one keeps its secret. */
            readonly secret?: string | null;
            /** @description Key for the organization’s public calls, a UUID; not a secret. */
            readonly publicKey?: (string | {
                readonly [key: string]: unknown;
            }) | null;
            /** @description From then on passes of this key are refused; null or absent: it has no end. */
            readonly validUntil?: string | null;
        };
        readonly NewPerson: {
            /** @description E-mail address, which is also the user name. */
            readonly email: string;
            /**
             * @description OWNER everything; MANAGER events, prices, on-sales and webhooks; BOX_OFFICE sales; VIEWER reads.
             * @enum {string}
             */
            readonly role: "OWNER" | "MANAGER" | "BOX_OFFICE" | "VIEWER";
            /** @description The events that the person is limited to; null or absent: all. An OWNER has no limit. */
            readonly events?: readonly string[] | null;
        };
        readonly ChangedPerson: {
            /**
             * @description OWNER everything; MANAGER events, prices, on-sales and webhooks; BOX_OFFICE sales; VIEWER reads.
             * @enum {string}
             */
            readonly role: "OWNER" | "MANAGER" | "BOX_OFFICE" | "VIEWER";
            /** @description The events that the person is limited to; null or absent: all. An OWNER has no limit. */
            readonly events?: readonly string[] | null;
        };
        readonly GivenSignOn: {
            /** @description The address of the provider, as its document names it. */
            readonly issuer: string;
            /** @description The name of this service at the provider. */
            readonly clientId: string;
            /** @description The claim that names the groups of a person. */
            readonly groupsClaim: string;
            /** @description Whether people may also log in with a password. */
            readonly localLogin: boolean;
            /** @description Absent or null: the stored one stays. Another issuer needs it again. Shown in no answer. */
            readonly clientSecret?: string | null;
            /** @description The roles of groups. The first one of the list that a person is in decides. */
            readonly groups: readonly components["schemas"]["GivenSignOnGroup"][];
        };
        readonly GivenSignOnGroup: {
            /** @description As the provider names it in the claim. */
            readonly group: string;
            /**
             * @description The role of people who are in the group.
             * @enum {string}
             */
            readonly role: "OWNER" | "MANAGER" | "BOX_OFFICE" | "VIEWER";
            /** @description The events that people of the group are limited to; null: all. An OWNER has no limit. */
            readonly events?: readonly string[] | null;
        };
        readonly SignOnBeginning: {
            /**
             * Format: uuid
             * @description The public key of the organization.
             */
            readonly publicKey: string;
        };
        readonly SignOnAnswer: {
            /** @description The query with which the provider has sent the browser back to the console, as it is. */
            readonly parameters: string;
        };
        readonly InvitationPassword: {
            /** @description The user’s password. */
            readonly password: string;
        };
        /** @description Members beyond these are kept as they are. */
        readonly SentSector: {
            /**
             * Format: int64
             * @description Absent: the item is new.
             */
            readonly id?: number | null;
            /** @description Lets other items of the same request refer to a new item. */
            readonly guid?: string | null;
            /** @description Removes the sector with its rows and seats. */
            readonly toRemove?: boolean | null;
            /** @description Name of the object, as people read it. */
            readonly name?: string;
            /** @description An area without seats; cannot be changed later. */
            readonly ga?: boolean | null;
            /** @description Places of an area; a new area without it gets the schema’s `gaCapacity`. */
            readonly capacity?: number | null;
            /** @description Noun before the label, such as "Row". */
            readonly prefix?: string | null;
            /** @description Noun before the seats’ labels, such as "Seat". */
            readonly seatPrefix?: string | null;
            /** @description Kind of the object. */
            readonly type?: string | null;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId?: string | null;
            /** @description Position on the plan, to the right. */
            readonly x?: number | null;
            /** @description Position on the plan, downwards. */
            readonly y?: number | null;
            /** @description Width on the plan. */
            readonly width?: number | null;
            /** @description Height on the plan. */
            readonly height?: number | null;
            /** @description Rotation in degrees, clockwise. */
            readonly angle?: number | null;
        } & {
            readonly [key: string]: unknown;
        };
        readonly SentRow: {
            /**
             * Format: int64
             * @description Absent: the item is new.
             */
            readonly id?: number | null;
            /** @description Lets other items of the same request refer to a new item. */
            readonly guid?: string | null;
            /** @description Removes the row with its seats. */
            readonly toRemove?: boolean | null;
            /**
             * Format: int64
             * @description Id of the sector.
             */
            readonly sectorId?: number | null;
            /** @description Instead of `sectorId`; needed for a new sector. */
            readonly sectorGuid?: string | null;
            /** @description The noun; "Row" when absent. */
            readonly name?: string | null;
            /** @description The row’s label. */
            readonly rowNumber?: string;
            /** @description The noun for its seats; "Seat" when absent. */
            readonly seatName?: string | null;
        };
        readonly SentSeat: {
            /**
             * Format: int64
             * @description Absent: the item is new.
             */
            readonly id?: number | null;
            /** @description Lets other items of the same request refer to a new item. */
            readonly guid?: string | null;
            /** @description True removes the object. */
            readonly toRemove?: boolean | null;
            /**
             * Format: int64
             * @description Id of the row.
             */
            readonly rowId?: number | null;
            /** @description Instead of `rowId`; needed for a new row. */
            readonly rowGuid?: string | null;
            /** @description Follows from the row and is not read. */
            readonly sectorId?: unknown;
            /** @description Follows from the row and is not read. */
            readonly sectorGuid?: unknown;
            /** @description Name of the object, as people read it. */
            readonly name?: string;
            /** @description Relative to the sector; needed without `ax`. */
            readonly x?: number | null;
            /** @description Relative to the sector; needed without `ay`. */
            readonly y?: number | null;
            /** @description On the plan: where the seat is drawn. */
            readonly ax?: number | null;
            /** @description On the plan: where the seat is drawn. */
            readonly ay?: number | null;
            /** @description Rotation in degrees, clockwise. */
            readonly angle?: number | null;
            /** @description Whether the seat is accessible with a wheelchair. */
            readonly isAccessible?: boolean | null;
            /** @description Whether the seat is marked for attention. */
            readonly isMarked?: boolean | null;
            /** @description Whether the seat is left out of the public map. */
            readonly isHidden?: boolean | null;
            /** @description Whether the seat is a place for a wheelchair. */
            readonly isWheelchair?: boolean | null;
            /** @description Whether the seat is for the companion of somebody in a wheelchair. */
            readonly isCompanion?: boolean | null;
            /** @description Whether the way to the seat has no steps. */
            readonly isStepFree?: boolean | null;
            /** @description Whether the seat has a loop for hearing aids. */
            readonly isHearing?: boolean | null;
            /** @description Whether something hides a part of the stage from the seat. */
            readonly isRestrictedView?: boolean | null;
            /** @description Position among the seats of its row, from 0: 1.5 is between the second and the third. Absent: at the end. */
            readonly place?: number | null;
        };
        /** @description Members beyond these are kept as they are. */
        readonly SentShape: {
            /** @description The shape’s own guid; an unknown guid makes a new shape. */
            readonly id?: string | null;
            /** @description True removes the object. */
            readonly toRemove?: boolean | null;
            /** @description Kind of the object. */
            readonly type?: string | null;
            /** @description Such as RECT, CIRCLE, LINE, POLYGON. */
            readonly shapeType?: string | null;
            /** @description What the shape is for. */
            readonly purpose?: ("OBJECT" | "UNDERLAY" | "GA" | "OUTLINE") | null;
            /** @description The guid of the sector that it belongs to. */
            readonly groupOfSeatsGuid?: string | null;
            /** @description Left edge on the plan. */
            readonly left?: number;
            /** @description Top edge on the plan. */
            readonly top?: number;
            /** @description Width on the plan. */
            readonly width?: number | null;
            /** @description Height on the plan. */
            readonly height?: number | null;
            /** @description Rotation in degrees, clockwise. */
            readonly angle?: number | null;
            /** @description Drawing order: shapes with a lower value are drawn first. */
            readonly order?: number | null;
            /** @description Text that is drawn. */
            readonly text?: string | null;
            /** @description Fill colour, as CSS writes it. */
            readonly fill?: string | null;
        } & {
            readonly [key: string]: unknown;
        };
        readonly SentDrawnUnit: {
            /**
             * Format: int64
             * @description Of a unit that the layout has; absent: a new one.
             */
            readonly id?: number | null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Guids of its seats, also of new ones, in the order in which guests fill them. */
            readonly seatGuids: readonly string[];
            /** @description WHOLE: all its seats are taken and given back together. SEATS: each by itself. Default WHOLE. */
            readonly booking?: ("WHOLE" | "SEATS") | null;
            /** @description How few guests it takes; null beside a null `max`: as many as it has seats. */
            readonly min?: number | null;
            /** @description How many guests it takes; the buyer holds all seats and pays for the guests. */
            readonly max?: number | null;
        };
        /** @description All units of the layout: one that is left out is one no more. */
        readonly LayoutUnits: {
            /** @description Tables, boxes and booths, which are booked as a whole or seat by seat. */
            readonly units: readonly components["schemas"]["SentUnit"][];
        };
        readonly SentUnit: {
            /** @description Of a unit that the layout has; absent: a new one. */
            readonly id?: number | null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Ids of its seats, in the order in which guests fill them. */
            readonly seats: readonly number[];
            /** @description WHOLE: all its seats are taken and given back together. SEATS: each by itself. Default WHOLE. */
            readonly booking?: ("WHOLE" | "SEATS") | null;
            /** @description How few guests it takes; null beside a null `max`: as many as it has seats. */
            readonly min?: number | null;
            /** @description How many guests it takes; the buyer holds all seats and pays for the guests. */
            readonly max?: number | null;
        };
        readonly FieldError: {
            /** @description Path of the field, such as `seats[3].id` */
            readonly field: string;
            /** @description What is wrong with the field, for people. */
            readonly message: string;
            /** @description The value that was sent; null for secrets and for values that are too large to repeat */
            readonly rejectedValue: unknown;
            /**
             * @description Code of the constraint that the field violates.
             * @enum {string}
             */
            readonly code: "NOT_NULL" | "NULL" | "TYPE" | "SIZE" | "MIN" | "MAX" | "PATTERN" | "UNKNOWN_VALUE" | "DUPLICATE" | "INVALID";
        };
        readonly CreatedSession: {
            /**
             * Format: uuid
             * @description Id of the session. It is the credential to act for the buyer: keep it secret.
             */
            readonly sessionId: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
            /** @description What the session holds or has bought. */
            readonly cart: {
                /** @description Seats. */
                readonly seats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
                /** @description General-admission areas. */
                readonly groupOfSeats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Number of places of a general-admission area.
                     */
                    readonly capacity: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
            };
            /** @description Sum of the numbers that the names of the prices begin with, without a currency. */
            readonly total: number;
            /**
             * Format: int64
             * @description Sum of the amounts of the lines. Absent unless all lines have one.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description When the hold or the time to pay ends, UTC; null when the session has no deadline. */
            readonly expiresAt: string | null;
            /**
             * Format: int64
             * @description Seconds until `expiresAt`, never negative; 0 when the session has no deadline.
             */
            readonly expiresInSeconds: number;
            /**
             * Format: date-time
             * @description The service’s clock when it answered, UTC. Count down from this time.
             */
            readonly serverTime: string;
            /**
             * Format: int64
             * @description Seats and places that one session may hold.
             */
            readonly maxSeats: number;
            /**
             * Format: int64
             * @description How long a hold lasts.
             */
            readonly ttlSeconds: number;
        };
        readonly PublicSession: {
            /**
             * Format: uuid
             * @description Id of the session. It is the credential to act for the buyer: keep it secret.
             */
            readonly sessionId: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
            /** @description What the session holds or has bought. */
            readonly cart: {
                /** @description Seats. */
                readonly seats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
                /** @description General-admission areas. */
                readonly groupOfSeats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Number of places of a general-admission area.
                     */
                    readonly capacity: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
            };
            /** @description Sum of the numbers that the names of the prices begin with, without a currency. */
            readonly total: number;
            /**
             * Format: int64
             * @description Sum of the amounts of the lines. Absent unless all lines have one.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description When the hold or the time to pay ends, UTC; null when the session has no deadline. */
            readonly expiresAt: string | null;
            /**
             * Format: int64
             * @description Seconds until `expiresAt`, never negative; 0 when the session has no deadline.
             */
            readonly expiresInSeconds: number;
            /**
             * Format: date-time
             * @description The service’s clock when it answered, UTC. Count down from this time.
             */
            readonly serverTime: string;
        };
        readonly PublicAdmission: {
            /**
             * @description OPEN: create a session. PASS: create it with a pass of the organization. QUEUE: join the queue.
             * @enum {string}
             */
            readonly mode: "OPEN" | "PASS" | "QUEUE";
            /** @description QUEUE: when the queue begins to admit. Null: at once. */
            readonly opensAt: string | null;
            /** @description Nothing can be held at the moment (docs/operating.md). Null: it can. */
            readonly readOnly: {
                /** @description Why, in the words of the operator. */
                readonly reason: string;
                /** @description When it ends; null: not known. */
                readonly until: string | null;
            } | null;
        };
        readonly Units: {
            /** @description Tables, boxes and booths, which are booked as a whole or seat by seat. */
            readonly units: readonly components["schemas"]["Unit"][];
        };
        /** @description A table, a box or a booth. */
        readonly Unit: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * @description WHOLE: all its seats are taken and given back together. SEATS: each by itself.
             * @enum {string}
             */
            readonly booking: "WHOLE" | "SEATS";
            /** @description How few guests it takes; null beside a null `max`: as many as it has seats. */
            readonly min: number | null;
            /** @description How many guests it takes; the buyer holds all seats and pays for the guests. */
            readonly max: number | null;
            /** @description Ids of its seats, in the order in which guests fill them. */
            readonly seats: readonly number[];
        };
        readonly CheckoutCode: {
            /** @description The organization’s server exchanges it for the session, once. */
            readonly code: string;
            /**
             * Format: date-time
             * @description When the hold or the time to pay ends, UTC; null when the session has no deadline.
             */
            readonly expiresAt: string;
        };
        readonly OrderReference: {
            /** @description The organization’s name of the order, such as its number. Null unless it is confirmed with one. */
            readonly reference: string | null;
        };
        readonly CheckedOutSession: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
        };
        readonly Ticket: {
            /** @description A credential: everybody who has it can enter with it. */
            readonly ticket: string;
            /**
             * @description ADMITTED: create a session now.
             * @enum {string}
             */
            readonly state: "WAITING" | "ADMITTED" | "CLAIMED" | "LAPSED";
            /** @description Place in the order of admission, from 1. Null before the draw. */
            readonly position: number | null;
            /** @description Waiting tickets that are admitted earlier. Null before the draw. */
            readonly ahead: number | null;
            /** @description Until the ticket is admitted: by the rate, or by the places that came free lately while `activeSessionsMax` is reached. Null before the draw, while paused, and while no rate is known. */
            readonly estimatedSeconds: number | null;
            /** @description ADMITTED: create the session before. Otherwise null. */
            readonly expiresAt: string | null;
            /** @description When the queue is drawn and begins to admit. Null: at once. */
            readonly opensAt: string | null;
            /** @description SHA-256 of the seed’s 32 bytes, in hex; shown from the beginning. */
            readonly seedHash: string;
            /**
             * Format: int64
             * @description Ask again after so many seconds.
             */
            readonly pollSeconds: number;
            /**
             * Format: date-time
             * @description The service’s clock when it answered, UTC. Count down from this time.
             */
            readonly serverTime: string;
        };
        readonly Queue: {
            /** @description When the queue is drawn and begins to admit. Null: at once. */
            readonly opensAt: string | null;
            /** @description The rate is 0. */
            readonly paused: boolean;
            /** @description SHA-256 of the seed’s 32 bytes, in hex; shown from the beginning. */
            readonly seedHash: string;
            /** @description The 32 bytes of the seed in hex; null before the draw. */
            readonly seed: string | null;
            /** @description Tickets in the draw; null before it. */
            readonly drawnTickets: number | null;
            /** @description Tickets by state. */
            readonly tickets: {
                /**
                 * Format: int64
                 * @description Not admitted yet.
                 */
                readonly waiting: number;
                /**
                 * Format: int64
                 * @description Admitted, and not used yet.
                 */
                readonly admitted: number;
                /**
                 * Format: int64
                 * @description Used: a session was created.
                 */
                readonly claimed: number;
                /**
                 * Format: int64
                 * @description Admitted and not used in time.
                 */
                readonly lapsed: number;
            };
            /**
             * Format: date-time
             * @description The service’s clock when it answered, UTC. Count down from this time.
             */
            readonly serverTime: string;
        };
        readonly Draw: {
            /** @description SHA-256 of the seed’s 32 bytes, in hex; shown from the beginning. */
            readonly seedHash: string;
            /** @description The 32 bytes of the seed in hex; null before the draw. */
            readonly seed: string | null;
            /** @description Tickets in the draw; null before it. */
            readonly drawnTickets: number | null;
            /** @description SHA-256 of each ticket’s text in hex, in the order of arrival, from `after`. Empty before the draw. */
            readonly tickets: readonly string[];
            /** @description The `after` of the next page; null: there is none. */
            readonly next: number | null;
        };
        readonly PrivateSession: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
            /** @description What the session holds or has bought. */
            readonly cart: {
                /** @description Seats. */
                readonly seats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
                /** @description General-admission areas. */
                readonly groupOfSeats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Number of places of a general-admission area.
                     */
                    readonly capacity: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
            };
            /** @description The caller’s own name for the purchase, such as an order number. */
            readonly reference: string | null;
            /** @description Any JSON object of the caller’s own, up to 16 KB; comes back as it was sent. */
            readonly properties: {
                readonly [key: string]: unknown;
            };
            /** @description Sum of the numbers that the names of the prices begin with, without a currency. */
            readonly total: number;
            /**
             * Format: int64
             * @description Sum of the amounts of the lines. Absent unless all lines have one.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description When the hold or the time to pay ends, UTC; null when the session has no deadline. */
            readonly expiresAt: string | null;
            /**
             * Format: int64
             * @description Seconds until `expiresAt`, never negative; 0 when the session has no deadline.
             */
            readonly expiresInSeconds: number;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            readonly createdAt: string;
            /**
             * @description The organization has opened it at its counter
             * @constant
             */
            readonly counter?: true;
            /**
             * @description The payment came after the session had expired, and the cart was taken again
             * @constant
             */
            readonly reclaimed?: true;
            /** @description The difference that its last exchange has made, and its lines */
            readonly exchanged?: {
                /** @description Added to `total`; negative: less than before. */
                readonly total: number;
                /**
                 * Format: int64
                 * @description Added to `amount`. Absent unless all lines had and have an amount.
                 */
                readonly amount?: number;
                /** @description ISO 4217. Absent: there is no amount. */
                readonly currency?: string;
                /** @description The lines that were given back, at the prices that they had. */
                readonly released?: {
                    /** @description Seats. */
                    readonly seats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                    /** @description General-admission areas. */
                    readonly groupOfSeats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Number of places of a general-admission area.
                         */
                        readonly capacity: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                };
                /** @description The lines that were taken, at the prices of then. */
                readonly taken?: {
                    /** @description Seats. */
                    readonly seats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                    /** @description General-admission areas. */
                    readonly groupOfSeats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Number of places of a general-admission area.
                         */
                        readonly capacity: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                };
            };
            /**
             * @description The reference and the properties that it had were erased
             * @constant
             */
            readonly erased?: true;
        };
        readonly SessionSummary: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
            /**
             * Format: int64
             * @description Seats and places in the cart.
             */
            readonly cartSize: number;
            /** @description Sum of the numbers that the names of the prices begin with, without a currency. */
            readonly total: number;
            /**
             * Format: int64
             * @description Sum of the amounts of the lines. Absent unless all lines have one.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            readonly createdAt: string;
            /**
             * Format: int64
             * @description Seconds until `expiresAt`, never negative; 0 when the session has no deadline.
             */
            readonly expiresInSeconds: number;
            /**
             * @description The organization has opened it at its counter
             * @constant
             */
            readonly counter?: true;
            /** @description Of sessions of the counter; null: it has no end */
            readonly expiresAt?: string | null;
            /** @description Of sessions of the counter */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
        };
        readonly MapPrices: {
            /** @description `[seat id, price id]` of every seat that can be booked now. */
            readonly seats: readonly (readonly [
                number,
                number
            ])[];
            /** @description `[section id, price id, places]` of every GA area with a price; 0 places: it is sold out. */
            readonly groupOfSeats: readonly (readonly [
                number,
                number,
                number
            ])[];
            /** @description All prices of the event. */
            readonly prices: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /**
                 * Format: int64
                 * @description In minor units of the currency. Absent: there is none.
                 */
                readonly amount?: number;
                /** @description ISO 4217. Absent: there is no amount. */
                readonly currency?: string;
                /** @description Kinds of tickets that the price has, such as adult and child. */
                readonly ticketTypes?: readonly {
                    /** @description Id of the object. */
                    readonly id: string;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /**
                     * Format: int64
                     * @description In minor units of the currency: 4550 EUR is 45.50.
                     */
                    readonly amount: number;
                    /**
                     * Format: int64
                     * @description How many tickets of the type one session may hold; absent: as many as it may hold seats and places.
                     */
                    readonly maxPerSession?: number;
                    /**
                     * @description Whether only a session that was opened with a pass can have the type.
                     * @constant
                     */
                    readonly requiresPass?: true;
                }[];
            }[];
        };
        readonly MapSchema: {
            /** @description Parallel arrays with one entry per seat; hidden seats are left out. */
            readonly plainSeats: {
                /** @description The first value, then the difference of each value to the one before it. */
                readonly ids: readonly number[];
                /** @description The first value, then the difference of each value to the one before it. */
                readonly x: readonly number[];
                /** @description The first value, then the difference of each value to the one before it. */
                readonly y: readonly number[];
                /** @description The first value, then the difference of each value to the one before it. */
                readonly rowIds: readonly number[];
                /** @description The first value, then the difference of each value to the one before it. */
                readonly sectorIds: readonly number[];
                /** @description Labels of the seats. */
                readonly names: readonly string[];
            };
            /** @description Rows, in layout order. */
            readonly rows: readonly {
                /**
                 * Format: int64
                 * @description The id of the first entry, for the others the difference to the entry before.
                 */
                readonly id: number;
                /** @description The row’s label. */
                readonly rowNumber: string;
                /**
                 * Format: int64
                 * @description Id of the sector.
                 */
                readonly sectorId: number;
                /** @description The noun for rows in this section. */
                readonly name: string;
                /** @description The noun for seats in this section. */
                readonly seatName: string;
            }[];
            /** @description Sections and areas, in layout order. */
            readonly sectors: readonly {
                /**
                 * Format: int64
                 * @description The id of the first entry, for the others the difference to the entry before.
                 */
                readonly id: number;
                /**
                 * Format: uuid
                 * @description UUID of the object, which stays the same when it is drawn anew.
                 */
                readonly guid: string;
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /** @description Whether it is a general-admission area. */
                readonly isGa: boolean;
                /** @description Rotation in degrees, clockwise. */
                readonly angle: number;
                /** @description Kind of the object. */
                readonly type: string;
            }[];
            /** @description The drawing behind the seats. */
            readonly background: {
                /** @description Shapes of a GA area carry its section id as `data-gos-id`. */
                readonly svg: string;
                /** @description The part of the plan that is shown. */
                readonly viewBox: {
                    /** @description Position on the plan, to the right. */
                    readonly x: number;
                    /** @description Position on the plan, downwards. */
                    readonly y: number;
                    /** @description Width on the plan. */
                    readonly width: number;
                    /** @description Height on the plan. */
                    readonly height: number;
                };
            };
            /** @description Seats that are drawn in a special way, and the event’s name. */
            readonly configuration: {
                /** @description Ids, not differences. */
                readonly accessible: readonly number[];
                /** @description Whether the seat is marked for attention; on a map, the ids of such seats. */
                readonly marked: readonly number[];
                /** @description Whether the seat is a place for a wheelchair; on a map, the ids of such seats. */
                readonly wheelchair?: readonly number[];
                /** @description Whether the seat is for the companion of somebody in a wheelchair; on a map, the ids of such seats. */
                readonly companion?: readonly number[];
                /** @description Whether the way to the seat has no steps; on a map, the ids of such seats. */
                readonly stepFree?: readonly number[];
                /** @description Whether the seat has a loop for hearing aids; on a map, the ids of such seats. */
                readonly hearing?: readonly number[];
                /** @description Whether something hides a part of the stage from the seat; on a map, the ids of such seats. */
                readonly restrictedView?: readonly number[];
                /**
                 * @description Some seats are booked together: read the units of the event.
                 * @constant
                 */
                readonly hasUnits?: true;
                /** @description Null when the schema is read without an event. */
                readonly eventName: string | null;
            };
        };
        readonly EventFace: {
            /** @description The name of the event, unless it has a title. */
            readonly title: string;
            /** @description Null: the layout belongs to no venue. */
            readonly venue: {
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /** @description Postal address, as one text. */
                readonly address: string | null;
            } | null;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description The zone of `start`: of the venue, or else of the series. Null: not known. */
            readonly timeZone: string | null;
            /** @description The start as an instant; null: the zone is not known. */
            readonly startsAt: string | null;
            /** @description A picture beside the title. Null: there is none. */
            readonly imageUrl: string | null;
            /** @description Where a buyer goes after a checkout, with `code` in the query (docs/pages.md). Null: nowhere. */
            readonly returnUrl: string | null;
            /** @description Absent: the organization has none. */
            readonly brand?: components["schemas"]["Brand"];
        };
        readonly Brand: {
            /** @description A picture at the head of the pages. The page of a shop that sets a `logo` shows that one. */
            readonly logoUrl: string | null;
            /** @description What a screen reader says of the logo. Null: nothing. */
            readonly logoAlt: string | null;
            /** @description By theme. An absent colour is that of the page. */
            readonly colours: {
                readonly light: components["schemas"]["BrandTheme"];
                readonly dark: components["schemas"]["BrandTheme"];
            };
            /** @description By language and by the keys of docs/texts.md. */
            readonly texts: {
                readonly [key: string]: {
                    readonly [key: string]: string | {
                        /** @description For numbers of the category zero. */
                        readonly zero?: string;
                        /** @description For numbers of the category one. */
                        readonly one?: string;
                        /** @description For numbers of the category two. */
                        readonly two?: string;
                        /** @description For numbers of the category few. */
                        readonly few?: string;
                        /** @description For numbers of the category many. */
                        readonly many?: string;
                        /** @description For numbers of the category other. */
                        readonly other: string;
                    };
                };
            };
        };
        readonly BrandTheme: {
            /** @description Of buttons that lead on. */
            readonly accent?: string;
            /** @description Text on `accent`. */
            readonly accentInk?: string;
            /** @description Behind the map. */
            readonly paper?: string;
            /** @description Behind the head, the order and messages. */
            readonly card?: string;
            /** @description Text. */
            readonly ink?: string;
            /** @description Text that says less. */
            readonly inkQuiet?: string;
        };
        /** @description Whether it was done; with `bestAvailable` an object that names the seats. */
        readonly BookingAnswer: boolean | components["schemas"]["BestBooked"];
        readonly BestBooked: {
            /** @description Whether it was done. */
            readonly done: boolean;
            /** @description Ids of the seats that were chosen; empty when nothing was done. */
            readonly seats: readonly number[];
        };
        readonly Event: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description UTC, written without offset, so not RFC 3339 */
            readonly createdDate: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly endDate: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /**
             * @description Status of the object.
             * @enum {string}
             */
            readonly status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
        };
        readonly PageEvent: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["ListedEvent"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly ListedEvent: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description UTC, written without offset, so not RFC 3339 */
            readonly createdDate: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly endDate: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /**
             * @description Status of the object.
             * @enum {string}
             */
            readonly status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            /** @description Only with `totals=true`. */
            readonly totals?: components["schemas"]["EventTotals"] | null;
        };
        readonly EventTotals: {
            /** @description Numbered seats. */
            readonly seats: {
                /**
                 * Format: int64
                 * @description Neither held, sold nor blocked, with a price or without.
                 */
                readonly available: number;
                /**
                 * Format: int64
                 * @description Held by sessions, or locked by the organization.
                 */
                readonly held: number;
                /**
                 * Format: int64
                 * @description Sold, by sessions or privately.
                 */
                readonly sold: number;
                /**
                 * Format: int64
                 * @description Blocked by the organization.
                 */
                readonly blocked: number;
            };
            /** @description Places of all GA areas. */
            readonly places: {
                /**
                 * Format: int64
                 * @description Neither held, sold, blocked nor withheld from sale.
                 */
                readonly available: number;
                /**
                 * Format: int64
                 * @description Held by sessions, or locked by the organization.
                 */
                readonly held: number;
                /**
                 * Format: int64
                 * @description Sold, by sessions or privately.
                 */
                readonly sold: number;
                /**
                 * Format: int64
                 * @description Blocked by the organization.
                 */
                readonly blocked: number;
            };
            /** @description Live sessions. */
            readonly sessions: {
                /**
                 * Format: int64
                 * @description Sessions that hold or choose: ACTIVE.
                 */
                readonly active: number;
                /**
                 * Format: int64
                 * @description Sessions that are checked out: PENDING_PAYMENT.
                 */
                readonly pendingPayment: number;
            };
            /** @description Tickets of the queue; null while the event never had one. */
            readonly queue: {
                /**
                 * Format: int64
                 * @description Tickets that are not admitted yet.
                 */
                readonly waiting: number;
                /**
                 * Format: int64
                 * @description Tickets that are admitted and can still open a session.
                 */
                readonly admitted: number;
                /**
                 * Format: int64
                 * @description Tickets that have opened a session.
                 */
                readonly claimed: number;
                /**
                 * Format: int64
                 * @description Tickets that were admitted and not used in time.
                 */
                readonly lapsed: number;
            } | null;
        };
        readonly PageableObject: {
            /** @description Always true. */
            readonly paged: boolean;
            /** @description Always false. */
            readonly unpaged: boolean;
            /**
             * Format: int64
             * @description Number of this page, from 0.
             */
            readonly pageNumber: number;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly pageSize: number;
            /**
             * Format: int64
             * @description Number of entries that come before the first one in the answer.
             */
            readonly offset: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly SortObject: {
            /** @description Whether an order was requested. */
            readonly sorted: boolean;
            /** @description Whether no order was requested. */
            readonly unsorted: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
        };
        readonly Admission: {
            /**
             * @description OPEN: anybody may create a session. PASS: a pass of the organization is needed. QUEUE: an admitted ticket.
             * @enum {string}
             */
            readonly mode: "OPEN" | "PASS" | "QUEUE";
            /** @description When the line is drawn and begins to be admitted. Null: at once. */
            readonly opensAt: string | null;
            /** @description Tickets admitted in a minute; 0: paused, null: any number. */
            readonly ratePerMinute: number | null;
            /** @description No ticket is admitted while so many sessions are live; null: any number. */
            readonly activeSessionsMax: number | null;
            /** @description Seats and places that one buyer may hold and own in all sessions, by `sub` of the pass; null: any number. */
            readonly maxSeatsPerBuyer: number | null;
            /** @description How long an admitted ticket opens a session. */
            readonly claimSeconds: number;
            /** @description Null while the event never had a queue. */
            readonly queue: components["schemas"]["QueueSummary"] | null;
        };
        readonly QueueSummary: {
            /** @description SHA-256 of the seed’s bytes in hex. */
            readonly seedHash: string;
            /** @description Null before the draw. */
            readonly seed: string | null;
            /** @description Tickets in the draw; null before it. */
            readonly drawnTickets: number | null;
            /**
             * Format: int64
             * @description Tickets that are not admitted yet.
             */
            readonly waiting: number;
            /**
             * Format: int64
             * @description Tickets that are admitted and can still open a session.
             */
            readonly admitted: number;
            /**
             * Format: int64
             * @description Tickets that have opened a session.
             */
            readonly claimed: number;
            /**
             * Format: int64
             * @description Tickets that were admitted and not used in time.
             */
            readonly lapsed: number;
        };
        readonly EventUnits: {
            /** @description Tables, boxes and booths, which are booked as a whole or seat by seat. */
            readonly units: readonly components["schemas"]["EventUnit"][];
        };
        readonly EventUnit: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * @description WHOLE: all its seats are taken and given back together. SEATS: each by itself.
             * @enum {string}
             */
            readonly booking: "WHOLE" | "SEATS";
            /** @description How few guests it takes; null beside a null `max`: as many as it has seats. */
            readonly min: number | null;
            /** @description How many guests it takes; the buyer holds all seats and pays for the guests. */
            readonly max: number | null;
            /** @description Ids of its seats, in the order in which guests fill them. */
            readonly seats: readonly number[];
            /** @description Whether the event has terms of its own for the unit. */
            readonly isOverridden: boolean;
        };
        readonly StoredFace: {
            /** @description What buyers read above the map. Null: the name of the event. */
            readonly title: string | null;
            /** @description A picture beside the title. */
            readonly imageUrl: string | null;
            /** @description The page of the shop that takes over after a checkout; its origin must be one of `frameOrigins`. */
            readonly returnUrl: string | null;
        };
        readonly Allotment: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description How it is drawn, such as `#aa3300`; null: the reader chooses. */
            readonly colour: string | null;
            /**
             * @description PUBLIC: everybody. PASS: sessions whose pass names it in its claim `allotments`. STAFF: the organization’s own calls only. NEED: buyers who declare the need of accessible places.
             * @enum {string}
             */
            readonly access: "PUBLIC" | "PASS" | "STAFF" | "NEED";
            /** @description From when its seats can be taken; null: from the beginning. */
            readonly opensAt: string | null;
            /** @description From when they can no longer be taken; null: never. */
            readonly closesAt: string | null;
            /** @description How many of its seats one session may hold; null: as many as the session may hold at all. */
            readonly maxSeatsPerSession: number | null;
            /** @description When its free seats are given away; null: never. */
            readonly release: {
                /** @description When its free seats are released; null: not by time. */
                readonly at: string | null;
                /** @description Released when everything else of the event, of the section or at the price is sold; null: not so. */
                readonly whenSold: ("EVENT" | "SECTION" | "PRICE") | null;
                /** @description The allotment that gets the seats; null: the public does. */
                readonly to: string | null;
            } | null;
            /**
             * @description Before its window, within it, or after it.
             * @enum {string}
             */
            readonly phase: "WAITING" | "OPEN" | "CLOSED";
            /** @description When it was released as a whole, and by what; null: it was not. */
            readonly released: {
                /**
                 * Format: date-time
                 * @description When it was released.
                 */
                readonly at: string;
                /**
                 * @description Its time, or what was sold.
                 * @enum {string}
                 */
                readonly cause: "TIME" | "EVENT" | "SECTION" | "PRICE";
            } | null;
            /** @description Its seats by state; seats that were released are counted where they are now. */
            readonly seats: {
                /**
                 * Format: int64
                 * @description Free seats.
                 */
                readonly available: number;
                /**
                 * Format: int64
                 * @description Seats that are held or locked.
                 */
                readonly locked: number;
                /**
                 * Format: int64
                 * @description Sold seats.
                 */
                readonly sold: number;
                /**
                 * Format: int64
                 * @description Blocked seats.
                 */
                readonly blocked: number;
            };
            /** @description Its places by area; places that were released are counted where they are now. */
            readonly groupOfSeats: readonly {
                /**
                 * Format: int64
                 * @description The area.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description How many of its places are in the allotment.
                 */
                readonly capacity: number;
                /**
                 * Format: int64
                 * @description Free places of the allotment.
                 */
                readonly available: number;
                /**
                 * Format: int64
                 * @description Places of the allotment that sessions hold or have bought.
                 */
                readonly taken: number;
            }[];
        };
        readonly ShownAllotmentPlaces: {
            /** @description Seat ids. */
            readonly seats: readonly number[];
            /** @description Places of GA areas. */
            readonly groupOfSeats: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
            }[];
        };
        readonly SeatHistory: {
            /** @description Changes of the seat, the latest first. */
            readonly history: readonly {
                /**
                 * Format: date-time
                 * @description When it was decided, UTC.
                 */
                readonly at: string;
                /**
                 * Format: int64
                 * @description Number of the event’s record that made the change.
                 */
                readonly sequence: number;
                /** @description The state before the change; null: the event did not have the seat. */
                readonly from: ("AVAILABLE" | "LOCKED" | "SOLD" | "BLOCKED") | null;
                /** @description The state after the change; null: the event did not have the seat. */
                readonly to: ("AVAILABLE" | "LOCKED" | "SOLD" | "BLOCKED") | null;
                readonly by: components["schemas"]["ChangeAuthor"];
                /** @description Of the session that held or bought it, once it has one. */
                readonly reference?: string;
            }[];
            /** @description The `after` of the next page; null: there is nothing more. */
            readonly next: string | null;
            /** @description Whether the history begins with the event. */
            readonly complete: boolean;
            /** @description The first record whose changes are told. `at`: null while there is no such record. */
            readonly begins: {
                /**
                 * Format: int64
                 * @description Its number.
                 */
                readonly sequence: number;
                /** @description When it was decided, UTC. */
                readonly at: string | null;
            };
        };
        /** @description Null: the layout was changed, or an earlier release of the service wrote the record. */
        readonly ChangeAuthor: {
            /**
             * @description What decided it.
             * @enum {string}
             */
            readonly kind: "SESSION" | "ACCOUNT" | "KEY" | "TIME";
            /** @description SESSION: the session’s id, null once its row has been deleted. ACCOUNT: the id of the account that was logged in. KEY: `organization-token`, `private-key` or `tenant-token`. TIME: null. */
            readonly id: string | null;
        } | null;
        readonly AreaHistory: {
            /** @description Changes of the area’s places, the latest first. */
            readonly history: readonly {
                /**
                 * Format: date-time
                 * @description When it was decided, UTC.
                 */
                readonly at: string;
                /**
                 * Format: int64
                 * @description Number of the event’s record that made the change.
                 */
                readonly sequence: number;
                /** @description The places before the change; null: the event did not have the area. */
                readonly from: components["schemas"]["AreaPlaces"] | null;
                /** @description The places after the change; null: the event did not have the area. */
                readonly to: components["schemas"]["AreaPlaces"] | null;
                readonly by: components["schemas"]["ChangeAuthor"];
                /** @description Of the session that held or bought it, once it has one. */
                readonly reference?: string;
            }[];
            /** @description The `after` of the next page; null: there is nothing more. */
            readonly next: string | null;
            /** @description Whether the history begins with the event. */
            readonly complete: boolean;
            /** @description The first record whose changes are told. `at`: null while there is no such record. */
            readonly begins: {
                /**
                 * Format: int64
                 * @description Its number.
                 */
                readonly sequence: number;
                /** @description When it was decided, UTC. */
                readonly at: string | null;
            };
        };
        readonly AreaPlaces: {
            /**
             * Format: int64
             * @description Neither held, sold, blocked nor withheld from sale.
             */
            readonly available: number;
            /**
             * Format: int64
             * @description Held by sessions, or locked by the organization.
             */
            readonly locked: number;
            /**
             * Format: int64
             * @description Sold, by sessions or privately.
             */
            readonly sold: number;
            /**
             * Format: int64
             * @description Blocked by the organization.
             */
            readonly blocked: number;
        };
        readonly EventMoment: {
            /**
             * Format: int64
             * @description Number of the record after which it was so.
             */
            readonly sequence: number;
            /**
             * Format: date-time
             * @description When that record was decided, UTC.
             */
            readonly at: string;
            /** @description Ids of seats by state, each in the order of the layout. */
            readonly seats: {
                /** @description Neither locked, sold nor blocked, with a price or without. */
                readonly AVAILABLE: readonly number[];
                /** @description Held by sessions, or locked by the organization. */
                readonly LOCKED: readonly number[];
                /** @description Sold, by sessions or privately. */
                readonly SOLD: readonly number[];
                /** @description Blocked by the organization. */
                readonly BLOCKED: readonly number[];
            };
            /** @description The places of each area. */
            readonly groupOfSeats: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description Neither held, sold, blocked nor withheld from sale.
                 */
                readonly available: number;
                /**
                 * Format: int64
                 * @description Held by sessions, or locked by the organization.
                 */
                readonly locked: number;
                /**
                 * Format: int64
                 * @description Sold, by sessions or privately.
                 */
                readonly sold: number;
                /**
                 * Format: int64
                 * @description Blocked by the organization.
                 */
                readonly blocked: number;
            }[];
        };
        readonly EventActivity: {
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * Format: date-time
             * @description The service’s clock when it answered, UTC. Count down from this time.
             */
            readonly serverTime: string;
            /**
             * Format: int64
             * @description Seconds that each sample covers.
             */
            readonly stepSeconds: number;
            /** @description Whether every node answered. */
            readonly isComplete: boolean;
            readonly totals: components["schemas"]["EventTotals"];
            readonly samples: components["schemas"]["ActivitySamples"];
        };
        readonly ActivitySamples: {
            /** @description The end of each step, in seconds since 1970; ascending. Steps without a sample are left out. */
            readonly at: readonly number[];
            /** @description Sessions created during the step. */
            readonly created: readonly number[];
            /** @description Calls that held seats or places. */
            readonly holds: readonly number[];
            /** @description Sessions checked out. */
            readonly checkouts: readonly number[];
            /** @description Sessions confirmed. */
            readonly confirmations: readonly number[];
            /** @description Sessions and locks whose time ran out. */
            readonly expiries: readonly number[];
            /** @description Live sessions in the state ACTIVE at the end of the step. */
            readonly activeSessions: readonly number[];
            /** @description Live sessions in the state PENDING_PAYMENT. */
            readonly pendingSessions: readonly number[];
            /** @description Tickets that wait in the queue. */
            readonly waiting: readonly number[];
            /** @description Tickets that are admitted and have not opened a session yet. */
            readonly admitted: readonly number[];
            /** @description Mean time until an append of the journal was durable, on the nodes that had the event; null: there was none. */
            readonly appendMs: readonly (number | null)[];
            /** @description The longest such time; null: there was no append. */
            readonly slowestAppendMs: readonly (number | null)[];
        };
        readonly ChangePage: {
            /** @description The changes after the cursor, oldest first. */
            readonly changes: readonly components["schemas"]["Change"][];
            /** @description The cursor to go on with, also when there are no changes. */
            readonly next: string;
            /** @description Whether to read on at once. */
            readonly hasMore: boolean;
        };
        readonly Change: {
            /** @description The same whenever the change is read or delivered. */
            readonly id: string;
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            readonly type: "session.checked-out" | "session.confirmed" | "session.cancelled" | "session.expired" | "session.released" | "booking.locked" | "booking.unlocked" | "booking.lock-expired" | "booking.sold" | "booking.reverted" | "booking.blocked" | "booking.unblocked" | "event.created" | "event.status-changed" | "event.layout-changed" | "event.deleted" | "event.sold-out" | "event.back-on-sale" | "session.erased" | "allotment.opened" | "allotment.closed" | "allotment.released" | "session.exchanged";
            /**
             * Format: date-time
             * @description When it happened, UTC.
             */
            readonly occurredAt: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * Format: int64
             * @description Number of the event’s record that the change follows from.
             */
            readonly sequence: number;
            /** @description A session, the lines of a booking, a step of an allotment, or what has changed of the event. */
            readonly data: components["schemas"]["ChangedSession"] | components["schemas"]["BookedLines"] | components["schemas"]["CreatedEvent"] | components["schemas"]["AllotmentStep"] | {
                /**
                 * @description Status of the object.
                 * @enum {string}
                 */
                readonly status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            } | {
                /**
                 * Format: int64
                 * @description Id of the schema.
                 */
                readonly schemaId: number;
                /**
                 * Format: int64
                 * @description Version of the layout that the event goes by.
                 */
                readonly layoutVersion: number;
            } | Record<string, never>;
        };
        readonly ChangedSession: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
            /** @description What the session holds or has bought. */
            readonly cart: {
                /** @description Seats. */
                readonly seats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
                /** @description General-admission areas. */
                readonly groupOfSeats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /**
                     * Format: int64
                     * @description Number of places of a general-admission area.
                     */
                    readonly capacity: number;
                    /**
                     * Format: int64
                     * @description Id of the price; null when there is none.
                     */
                    readonly priceId: number;
                    /** @description Name of the price, which begins with its amount; null when there is none. */
                    readonly priceName: string;
                    /**
                     * Format: int64
                     * @description Of one seat or place, in minor units. Absent: the price has none.
                     */
                    readonly amount?: number;
                    /** @description ISO 4217. Absent: there is no amount. */
                    readonly currency?: string;
                    /** @description Absent: the price itself. */
                    readonly ticketType?: string;
                    /** @description Name of the ticket type, as people read it. */
                    readonly ticketTypeName?: string;
                    /**
                     * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                     * @constant
                     */
                    readonly unoccupied?: true;
                }[];
            };
            /** @description The caller’s own name for the purchase, such as an order number. */
            readonly reference: string | null;
            /** @description Any JSON object of the caller’s own, up to 16 KB; comes back as it was sent. */
            readonly properties: {
                readonly [key: string]: unknown;
            };
            /** @description Sum of the numbers that the names of the prices begin with, without a currency. */
            readonly total: number;
            /**
             * Format: int64
             * @description Sum of the amounts of the lines. Absent unless all lines have one.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description When the hold or the time to pay ends, UTC; null when the session has no deadline. */
            readonly expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            readonly createdAt: string;
            /**
             * @description The organization has opened it at its counter
             * @constant
             */
            readonly counter?: true;
            /**
             * @description The payment came after the session had expired, and the cart was taken again
             * @constant
             */
            readonly reclaimed?: true;
            /** @description The difference that its last exchange has made, and its lines */
            readonly exchanged?: {
                /** @description Added to `total`; negative: less than before. */
                readonly total: number;
                /**
                 * Format: int64
                 * @description Added to `amount`. Absent unless all lines had and have an amount.
                 */
                readonly amount?: number;
                /** @description ISO 4217. Absent: there is no amount. */
                readonly currency?: string;
                /** @description The lines that were given back, at the prices that they had. */
                readonly released?: {
                    /** @description Seats. */
                    readonly seats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                    /** @description General-admission areas. */
                    readonly groupOfSeats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Number of places of a general-admission area.
                         */
                        readonly capacity: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                };
                /** @description The lines that were taken, at the prices of then. */
                readonly taken?: {
                    /** @description Seats. */
                    readonly seats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                    /** @description General-admission areas. */
                    readonly groupOfSeats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /**
                         * Format: int64
                         * @description Number of places of a general-admission area.
                         */
                        readonly capacity: number;
                        /**
                         * Format: int64
                         * @description Id of the price; null when there is none.
                         */
                        readonly priceId: number;
                        /** @description Name of the price, which begins with its amount; null when there is none. */
                        readonly priceName: string;
                        /**
                         * Format: int64
                         * @description Of one seat or place, in minor units. Absent: the price has none.
                         */
                        readonly amount?: number;
                        /** @description ISO 4217. Absent: there is no amount. */
                        readonly currency?: string;
                        /** @description Absent: the price itself. */
                        readonly ticketType?: string;
                        /** @description Name of the ticket type, as people read it. */
                        readonly ticketTypeName?: string;
                        /**
                         * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                         * @constant
                         */
                        readonly unoccupied?: true;
                    }[];
                };
            };
            /**
             * @description The reference and the properties that it had were erased
             * @constant
             */
            readonly erased?: true;
        };
        readonly BookedLines: {
            /** @description Seats. */
            readonly seats: readonly number[];
            /** @description General-admission areas. */
            readonly groupOfSeats: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
                /** @description Ticket type of the line; absent: the price itself. */
                readonly ticketType?: string;
            }[];
            /** @description Ticket types by seat id, of the seats that have one; absent: none has. */
            readonly ticketTypes?: {
                readonly [key: string]: string;
            };
            /** @description Kind of a lock: null, RESERVED, or one of the organization’s own. */
            readonly holdType: string | null;
            /** @description Free text of the call; null when it had none. */
            readonly label: string | null;
            /** @description When the lock ends; null: never, or not a lock. */
            readonly expiresAt: string | null;
        };
        readonly CreatedEvent: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly end: string;
            /**
             * @description Status of the object.
             * @enum {string}
             */
            readonly status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /** @description Id of the series; null when the event is in none. */
            readonly seriesId: number | null;
        };
        readonly AllotmentStep: {
            /**
             * Format: uuid
             * @description Id of the allotment.
             */
            readonly allotmentId: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description What released it; null: it was not released. */
            readonly cause: ("TIME" | "EVENT" | "SECTION" | "PRICE") | null;
            /** @description The allotment that got its seats; null: the public, or no release. */
            readonly to: string | null;
        };
        readonly WrittenPrice: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId: string | null;
            /**
             * Format: int64
             * @description In minor units of the currency. Absent: there is none.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description Kinds of tickets that the price has, such as adult and child. */
            readonly ticketTypes?: readonly {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /**
                 * Format: int64
                 * @description In minor units of the currency: 4550 EUR is 45.50.
                 */
                readonly amount: number;
                /**
                 * Format: int64
                 * @description How many tickets of the type one session may hold; absent: as many as it may hold seats and places.
                 */
                readonly maxPerSession?: number;
                /**
                 * Format: int64
                 * @description How many tickets of the type may be held and sold; absent: any number.
                 */
                readonly eventMax?: number;
                /**
                 * @description Whether only a session that was opened with a pass can have the type.
                 * @constant
                 */
                readonly requiresPass?: true;
            }[];
            /** @description Present when the amount that was read from the name is probably not the one that was meant, or not that of the price. */
            readonly warnings?: readonly string[];
        };
        readonly PagePrice: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["Price"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly Price: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId: string | null;
            /**
             * Format: int64
             * @description In minor units of the currency. Absent: there is none.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description Kinds of tickets that the price has, such as adult and child. */
            readonly ticketTypes?: readonly {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /**
                 * Format: int64
                 * @description In minor units of the currency: 4550 EUR is 45.50.
                 */
                readonly amount: number;
                /**
                 * Format: int64
                 * @description How many tickets of the type one session may hold; absent: as many as it may hold seats and places.
                 */
                readonly maxPerSession?: number;
                /**
                 * Format: int64
                 * @description How many tickets of the type may be held and sold; absent: any number.
                 */
                readonly eventMax?: number;
                /**
                 * @description Whether only a session that was opened with a pass can have the type.
                 * @constant
                 */
                readonly requiresPass?: true;
            }[];
        };
        readonly Series: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Id of the event whose prices and assignments new events copy.
             */
            readonly templateEventId: string;
            /** @description IANA name of the time zone of the starts. */
            readonly timeZone: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /**
             * @description Status of the object.
             * @enum {string}
             */
            readonly status: "ACTIVE" | "PAUSED" | "ARCHIVED";
            /** @description UTC, written without offset, so not RFC 3339 */
            readonly createdDate: string;
        };
        readonly SeatInSeries: {
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /** @description Name of the event. */
            readonly eventName: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            readonly seat: components["schemas"]["SeatOnEvent"];
        };
        readonly SeatOnEvent: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /**
             * Format: int64
             * @description Id of the section.
             */
            readonly sectionId: number;
            /**
             * Format: int64
             * @description Id of the row.
             */
            readonly rowId: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Section, row and seat name, joined with ;; */
            readonly key: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "ACTIVE" | "LOCKED" | "SOLD" | "BLOCKED";
            /** @description CART while a session holds the seat or has bought it. */
            readonly holdType: string | null;
            /** @description Id of the price; null when there is none. */
            readonly priceId: number | null;
            /** @description Name of the price, which begins with its amount; null when there is none. */
            readonly priceName: string | null;
            /**
             * Format: int64
             * @description Of one seat or place, in minor units. Absent: the price has none.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description Absent: the price itself. */
            readonly ticketType?: string;
            /** @description Name of the ticket type, as people read it. */
            readonly ticketTypeName?: string;
            /**
             * @description A seat of a unit on which nobody sits: it is held and costs nothing.
             * @constant
             */
            readonly unoccupied?: true;
            /** @description The seat’s own properties. */
            readonly properties: {
                readonly [key: string]: unknown;
            };
            /** @description The session that holds or bought the seat; null when there is none. */
            readonly booking: {
                /**
                 * Format: uuid
                 * @description Id of the session. It is the credential to act for the buyer: keep it secret.
                 */
                readonly sessionId: string;
                /** @description The caller’s own name for the purchase, such as an order number. */
                readonly reference: string | null;
                /** @description The session’s properties, when read by reference. */
                readonly properties?: {
                    readonly [key: string]: unknown;
                };
            } | null;
        };
        readonly EventReport: {
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * Format: int64
             * @description Number of the last change of the event that the report includes.
             */
            readonly sequence: number;
            /** @description As asked for. */
            readonly by: readonly ("status" | "section" | "price" | "ticketType" | "allotment" | "release" | "channel")[];
            /** @description Rows, in layout order. */
            readonly rows: readonly components["schemas"]["ReportRow"][];
        };
        readonly ReportRow: {
            /**
             * @description LOCKED: held by a session, or locked by the organization.
             * @enum {string}
             */
            readonly status?: "AVAILABLE" | "LOCKED" | "SOLD" | "BLOCKED";
            /** @description Section of the seat, or the area. */
            readonly section?: {
                /** @description Null in the report of a series. */
                readonly id: number | null;
                /** @description Name of the object, as people read it. */
                readonly name: string;
            } | null;
            /** @description The captured price; of other places the one that they have now. Null: none. */
            readonly price?: {
                /** @description Null in the report of a series. */
                readonly id: number | null;
                /** @description Name of the object, as people read it. */
                readonly name: string;
            } | null;
            /** @description Null: the price itself. */
            readonly ticketType?: {
                /** @description Null in the report of a series. */
                readonly id: string | null;
                /** @description Name of the object, as people read it. */
                readonly name: string;
            } | null;
            /** @description The allotment that the place is in now, or that has given it. Null: the public. */
            readonly allotment?: {
                /** @description Null in the report of a series. */
                readonly id: string | null;
                /** @description Name of the object, as people read it. */
                readonly name: string;
            } | null;
            /** @description What released the place from its allotment. Null: the place was not released. */
            readonly release?: {
                /**
                 * @description Its time, or what was sold: the rest of the event, of its section or at its price.
                 * @enum {string}
                 */
                readonly cause: "TIME" | "EVENT" | "SECTION" | "PRICE";
                /** @description The allotment that the place was put in. */
                readonly allotment: {
                    /** @description Null in the report of a series. */
                    readonly id: string | null;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                };
            } | null;
            /** @description SESSION: held or bought by a buyer's session. PRIVATE_SALE: sold without a session. BOX_OFFICE: held or bought at the counter, or locked or blocked by the organization. Null: available. */
            readonly channel?: ("SESSION" | "PRIVATE_SALE" | "BOX_OFFICE") | null;
            /**
             * Format: int64
             * @description Seats, and places of areas.
             */
            readonly places: number;
            /**
             * Format: int64
             * @description How many of them are seats of a unit on which nobody sits.
             */
            readonly unoccupied: number;
            /**
             * Format: int64
             * @description Units that are booked as a whole; each counts in the row of its first seat.
             */
            readonly units: number;
            /** @description Of held and sold places: sum of the numbers that the names of the prices begin with. */
            readonly total: number;
            /** @description Of held and sold places: what they have captured, by currency, in minor units. */
            readonly amounts: readonly {
                /** @description Currency of the amount, ISO 4217. */
                readonly currency: string;
                /**
                 * Format: int64
                 * @description In minor units of the currency: 4550 EUR is 45.50.
                 */
                readonly amount: number;
            }[];
        };
        readonly SeriesReport: {
            /**
             * Format: int64
             * @description Id of the series; null when the event is in none.
             */
            readonly seriesId: number;
            /** @description Its events, the earliest first, each with its last change that the report includes. */
            readonly events: readonly {
                /**
                 * Format: uuid
                 * @description Id of the event.
                 */
                readonly eventId: string;
                /**
                 * Format: int64
                 * @description Its last change.
                 */
                readonly sequence: number;
            }[];
            /** @description As asked for. */
            readonly by: readonly ("status" | "section" | "price" | "ticketType" | "allotment" | "release" | "channel")[];
            /** @description Rows, in layout order. */
            readonly rows: readonly components["schemas"]["ReportRow"][];
        };
        readonly PageOrder: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["Order"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly Order: {
            /**
             * Format: uuid
             * @description Of the session.
             */
            readonly id: string;
            /** @description The caller’s own name for the purchase, such as an order number. */
            readonly reference: string | null;
            /**
             * Format: date-time
             * @description When the session was created, UTC.
             */
            readonly createdAt: string;
            /** @description What the purchase still has. */
            readonly lines: readonly {
                /**
                 * Format: int64
                 * @description Of the seat, or of the area.
                 */
                readonly id: number;
                /** @description Name of the section, or of the area. */
                readonly section: string;
                /** @description Name of the row. Null for places of an area. */
                readonly row: string | null;
                /** @description Name of the seat. Null for places of an area. */
                readonly seat: string | null;
                /**
                 * Format: int64
                 * @description How many places; 1 for a seat.
                 */
                readonly places: number;
                /**
                 * Format: int64
                 * @description Id of the price; null when there is none.
                 */
                readonly priceId: number;
                /** @description Name of the price, which begins with its amount; null when there is none. */
                readonly priceName: string;
                /**
                 * Format: int64
                 * @description Of one seat or place, in minor units. Absent: the price has none.
                 */
                readonly amount?: number;
                /** @description ISO 4217. Absent: there is no amount. */
                readonly currency?: string;
                /** @description Absent: the price itself. */
                readonly ticketType?: string;
                /** @description Name of the ticket type, as people read it. */
                readonly ticketTypeName?: string;
                /**
                 * @description A seat of a unit on which nobody sits: it is held and costs nothing.
                 * @constant
                 */
                readonly unoccupied?: true;
            }[];
            /**
             * Format: int64
             * @description Of all lines.
             */
            readonly places: number;
            /** @description Sum of the numbers that the names of the prices begin with. */
            readonly total: number;
            /**
             * Format: int64
             * @description Sum of the lines. Absent unless all lines have an amount.
             */
            readonly amount?: number;
            /** @description ISO 4217. Absent: there is no amount. */
            readonly currency?: string;
            /** @description Any JSON object of the caller’s own, up to 16 KB; comes back as it was sent. */
            readonly properties: {
                readonly [key: string]: unknown;
            };
        };
        readonly AuditPage: {
            /** @description The latest first. */
            readonly entries: readonly components["schemas"]["AuditEntry"][];
            /** @description The `after` of the next page; null: there is nothing more. */
            readonly next: number | null;
        };
        readonly AuditEntry: {
            /**
             * Format: int64
             * @description Later entries have larger ones.
             */
            readonly id: number;
            /**
             * Format: date-time
             * @description When the call was made, UTC.
             */
            readonly at: string;
            readonly by: components["schemas"]["AuditAuthor"];
            /** @description Of the client; null behind a proxy that is not configured. */
            readonly address: string | null;
            /** @description The operation of this document. */
            readonly operation: string;
            /** @description Method and path, without the query. */
            readonly target: string;
            /** @description The event that the call was about; null: none. */
            readonly eventId: string | null;
            /** @description What there was. Without secrets and without what tells of buyers. With `truncated` it was too long, and some members are left out. Null: nothing, or it is not told. */
            readonly before: unknown;
            /** @description What there is since, or what was asked for. Without secrets and without what tells of buyers. With `truncated` it was too long, and some members are left out. Null: nothing, or it is not told. */
            readonly after: unknown;
            /** @description Of the answer; null: it is not known whether the call took effect. */
            readonly status: number | null;
            /** @description The answer was that of an earlier call with the same Idempotency-Key. */
            readonly repeated: boolean;
            /** @description The `X-Request-Id` of the answer. */
            readonly requestId: string;
        };
        readonly AuditAuthor: {
            /**
             * @description A person, or a key of the organization.
             * @enum {string}
             */
            readonly kind: "ACCOUNT" | "KEY";
            /** @description The id of the account, or the name of the key. */
            readonly id: string;
            /** @description Of a person who is still known. */
            readonly email: string | null;
        };
        readonly FailedLegacySelection: {
            /** @description Number of places of a general-admission area. */
            readonly capacity: number | null;
            /** @description Key of a seat as `section;;row;;seat`, of an area as its section’s name. */
            readonly compositeKey: string;
        };
        readonly LegacyEvent: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly start: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly killAfter: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
        };
        readonly LegacyPrice: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId: string | null;
        };
        readonly FailedLegacyPriceAssignment: {
            /** @description Number of places of a general-admission area. */
            readonly capacity: number | null;
            /** @description Key of a seat as `section;;row;;seat`, of an area as its section’s name. */
            readonly compositeKey: string;
            /** @description Amount. */
            readonly price: number;
            /** @description Any JSON object of the caller’s own, up to 16 KB; comes back as it was sent. */
            readonly properties: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly LegacySchema: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Number of places of a general-admission area. */
            readonly capacity: number | null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Id of the venue; null when there is none. */
            readonly venueId: number | null;
            /** @description Always null: a layout does not belong to a single event. */
            readonly eventId: string | null;
        };
        readonly LegacySchemaMetadata: {
            /** @description Sections and areas, in layout order. */
            readonly sectors: readonly {
                /** @description Composite key of the object. */
                readonly key: string;
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /** @description Position on the plan, to the right. */
                readonly x: number | null;
                /** @description Position on the plan, downwards. */
                readonly y: number | null;
                /** @description Width on the plan. */
                readonly width: number | null;
                /** @description Height on the plan. */
                readonly height: number | null;
                /** @description Rotation in degrees, clockwise. */
                readonly angle: number | null;
                /**
                 * Format: uuid
                 * @description UUID of the object, which stays the same when it is drawn anew.
                 */
                readonly guid: string;
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /** @description Drawn shapes other than seats. */
                readonly shapes: readonly {
                    readonly [key: string]: unknown;
                }[] | null;
                /** @description Where the label stands, from the left of the object. */
                readonly labelOffsetX: number | null;
                /** @description Where the label stands, from the top of the object. */
                readonly labelOffsetY: number | null;
                /** @description How the label is written. */
                readonly labelStyle: string | null;
                /** @description Whether the label is shown. */
                readonly labelVisible: boolean;
                /** @description Empty for a GA area. */
                readonly rows: readonly {
                    /** @description Composite key of the object. */
                    readonly key: string;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Seats. */
                    readonly seats: readonly {
                        /** @description Composite key of the object. */
                        readonly key: string;
                        /** @description Name of the object, as people read it. */
                        readonly name: string;
                        /** @description Position on the plan, to the right. */
                        readonly x: number;
                        /** @description Position on the plan, downwards. */
                        readonly y: number;
                        /**
                         * Format: int64
                         * @description Place in the row, from 0.
                         */
                        readonly ix: number;
                        /**
                         * Format: int64
                         * @description Place of the row in the sector, from 0.
                         */
                        readonly iy: number;
                    }[];
                }[];
            }[];
        };
        readonly OrphanSeats: {
            /**
             * Format: uuid
             * @description Id of the event.
             */
            readonly eventId: string;
            /**
             * Format: int64
             * @description Number of the event’s last change that the scan includes.
             */
            readonly seq: number;
            /** @description Rows, in layout order. */
            readonly rows: readonly {
                /**
                 * Format: int64
                 * @description Id of the section.
                 */
                readonly sectionId: number;
                /** @description Name of the section. */
                readonly sectionName: string;
                /**
                 * Format: int64
                 * @description Id of the row.
                 */
                readonly rowId: number;
                /** @description Label of the row. */
                readonly rowName: string;
                /** @description Seats. */
                readonly seats: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                }[];
            }[];
            /**
             * Format: int64
             * @description Seats in all rows.
             */
            readonly count: number;
        };
        readonly AssignmentsOnEvent: {
            /** @description Every seat of the event, in layout order. */
            readonly seatsOnEvent: readonly components["schemas"]["SeatOnEvent"][];
            /** @description General-admission areas of the event, in layout order. */
            readonly groupsOnEvent: readonly components["schemas"]["GroupOnEvent"][];
        };
        readonly GroupOnEvent: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Id of the price; null when there is none. */
            readonly priceId: number | null;
            /** @description Name of the price, which begins with its amount; null when there is none. */
            readonly priceName: string | null;
            /**
             * Format: int64
             * @description Places of the area in the layout, or the event’s own number when the layout gives none. `activeCount`, `held`, `locked`, `blocked` and `sold` add up to it; a difference is the places that the `activeCount` of an assignment keeps from sale.
             */
            readonly capacity: number;
            /**
             * Format: int64
             * @description Places that can be booked now.
             */
            readonly activeCount: number;
            /**
             * Format: int64
             * @description Places that live sessions hold.
             */
            readonly held: number;
            /**
             * Format: int64
             * @description Places that the organization has locked.
             */
            readonly locked: number;
            /**
             * Format: int64
             * @description Places that the organization has blocked.
             */
            readonly blocked: number;
            /**
             * Format: int64
             * @description Places that are sold.
             */
            readonly sold: number;
        };
        readonly Venue: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Postal address, as one text. */
            readonly address: string | null;
            /** @description Latitude in degrees. */
            readonly lat: number | null;
            /** @description Longitude in degrees. */
            readonly lng: number | null;
            /** @description Absent while it is not known. */
            readonly timeZone?: string;
        };
        readonly PageVenue: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["Venue"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly SchemaMetadata: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Id of the venue; null when there is none. */
            readonly venueId: number | null;
            /**
             * Format: int64
             * @description Number of places of a general-admission area.
             */
            readonly capacity: number;
        };
        readonly PageSchemaMetadata: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["SchemaMetadata"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly Layout: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Id of the venue; null when there is none. */
            readonly venueId: number | null;
            /**
             * Format: int64
             * @description Number of places of a general-admission area.
             */
            readonly capacity: number;
            /** @description Sections, in layout order. */
            readonly sections: readonly {
                /**
                 * Format: int64
                 * @description For a GA area: the id that selections use.
                 */
                readonly id: number;
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /** @description Noun before the label, such as "Row". */
                readonly prefix: string | null;
                /** @description Noun before the seats’ labels, such as "Seat". */
                readonly seatPrefix: string | null;
                /** @description Whether it is a general-admission area. */
                readonly ga: boolean;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
                /**
                 * Format: uuid
                 * @description UUID of the object, which stays the same when it is drawn anew.
                 */
                readonly guid: string;
                /** @description Drawn shapes other than seats. */
                readonly shapes: readonly {
                    readonly [key: string]: unknown;
                }[] | null;
                /** @description Position on the plan, to the right. */
                readonly x: number | null;
                /** @description Position on the plan, downwards. */
                readonly y: number | null;
                /** @description Width on the plan. */
                readonly width: number | null;
                /** @description Height on the plan. */
                readonly height: number | null;
                /** @description Rotation in degrees, clockwise. */
                readonly angle: number | null;
                /** @description Rows, in layout order. */
                readonly rows: readonly {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Position on the plan, to the right. */
                    readonly x: number;
                    /** @description Position on the plan, downwards. */
                    readonly y: number;
                    /** @description Seats. */
                    readonly seats: readonly {
                        /**
                         * Format: int64
                         * @description Id of the object.
                         */
                        readonly id: number;
                        /** @description Name of the object, as people read it. */
                        readonly name: string;
                        /** @description Position on the plan, to the right. */
                        readonly x: number;
                        /** @description Position on the plan, downwards. */
                        readonly y: number;
                        /** @description Whether the seat is accessible with a wheelchair; on a map, the ids of such seats. */
                        readonly accessible: boolean;
                        /** @description Whether the seat is marked for attention; on a map, the ids of such seats. */
                        readonly marked: boolean;
                        /**
                         * @description Whether the seat is a place for a wheelchair; on a map, the ids of such seats.
                         * @constant
                         */
                        readonly wheelchair?: true;
                        /**
                         * @description Whether the seat is for the companion of somebody in a wheelchair; on a map, the ids of such seats.
                         * @constant
                         */
                        readonly companion?: true;
                        /**
                         * @description Whether the way to the seat has no steps; on a map, the ids of such seats.
                         * @constant
                         */
                        readonly stepFree?: true;
                        /**
                         * @description Whether the seat has a loop for hearing aids; on a map, the ids of such seats.
                         * @constant
                         */
                        readonly hearing?: true;
                        /**
                         * @description Whether something hides a part of the stage from the seat; on a map, the ids of such seats.
                         * @constant
                         */
                        readonly restrictedView?: true;
                    }[];
                }[];
            }[];
            /** @description General-admission areas, in layout order. */
            readonly areas: readonly {
                /**
                 * Format: int64
                 * @description Id of the object.
                 */
                readonly id: number;
                /** @description Name of the object, as people read it. */
                readonly name: string;
                /**
                 * Format: int64
                 * @description Number of places of a general-admission area.
                 */
                readonly capacity: number;
            }[];
            /** @description Drawn shapes other than seats. */
            readonly shapes: readonly components["schemas"]["Decoration"][];
            /** @description The point that seats face; null: not set. */
            readonly focalPoint: {
                /** @description Position on the plan, to the right. */
                readonly x: number;
                /** @description Position on the plan, downwards. */
                readonly y: number;
            } | null;
        };
        /** @description Drawn on the map and not booked. */
        readonly Decoration: {
            /** @description Kind of the object. */
            readonly type: string;
            /** @description Which shape is drawn. */
            readonly shapeType: string | null;
            /** @description Position on the plan, to the right. */
            readonly x: number;
            /** @description Position on the plan, downwards. */
            readonly y: number;
            /** @description Width on the plan. */
            readonly width: number | null;
            /** @description Height on the plan. */
            readonly height: number | null;
            /** @description Rotation in degrees, clockwise. */
            readonly angle: number | null;
            /** @description Text that is drawn. */
            readonly text: string | null;
            /** @description Fill colour, as CSS writes it. */
            readonly fill: string | null;
        } & {
            readonly [key: string]: unknown;
        };
        readonly ImportedLayout: {
            /** @description The new schema; null after a dry run. */
            readonly schema: components["schemas"]["SchemaMetadata"] | null;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: int64
             * @description Sections with rows.
             */
            readonly sections: number;
            /**
             * Format: int64
             * @description General-admission areas, in layout order.
             */
            readonly areas: number;
            /**
             * Format: int64
             * @description Rows, in layout order.
             */
            readonly rows: number;
            /**
             * Format: int64
             * @description Seats.
             */
            readonly seats: number;
            /**
             * Format: int64
             * @description Tables, boxes and booths.
             */
            readonly units: number;
            /**
             * Format: int64
             * @description Seats, and the places of all areas.
             */
            readonly capacity: number;
            /** @description The box around the middles of all seats; null: there are none. */
            readonly extent: {
                /** @description Position on the plan, to the right. */
                readonly x: number;
                /** @description Position on the plan, downwards. */
                readonly y: number;
                /** @description Width on the plan. */
                readonly width: number;
                /** @description Height on the plan. */
                readonly height: number;
            } | null;
            /** @description What the file contains and the layout does not. */
            readonly warnings: readonly string[];
        };
        readonly ExportedLayout: {
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Sections, in layout order. */
            readonly sections: readonly {
                readonly [key: string]: unknown;
            }[];
        } & {
            readonly [key: string]: unknown;
        };
        readonly Element: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Noun before the label, such as "Row". */
            readonly prefix: string | null;
            /** @description Noun before the seats’ labels, such as "Seat". */
            readonly seatPrefix: string | null;
            /** @description For a seat its row, for a row its section; null for a section. */
            readonly parentId: number | null;
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            readonly type: "SECTION" | "ROW" | "SEAT" | "TABLE";
            /** @description Whether it is a general-admission area. */
            readonly ga: boolean;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /** @description Id of the pricing zone that it belongs to; null when it belongs to none. */
            readonly pricingZoneId: number | null;
            /**
             * Format: uuid
             * @description UUID of the object, which stays the same when it is drawn anew.
             */
            readonly guid: string;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId: string | null;
            /** @description Drawn shapes other than seats. */
            readonly shapes: readonly {
                readonly [key: string]: unknown;
            }[] | null;
            /** @description Width on the plan. */
            readonly width: number | null;
            /** @description Height on the plan. */
            readonly height: number | null;
            /** @description Left edge on the plan. */
            readonly left: number | null;
            /** @description Top edge on the plan. */
            readonly top: number | null;
            /** @description Rotation in degrees, clockwise. */
            readonly angle: number | null;
        };
        readonly PricingZone: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
        };
        readonly PagePricingZone: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["PricingZone"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly CloneOperation: {
            /**
             * Format: uuid
             * @description UUID of the operation.
             */
            readonly uuid: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "CREATED" | "IN_PROCESS" | "DONE" | "ERROR";
            /**
             * Format: int64
             * @description The source.
             */
            readonly schemaId: number;
            /** @description The clone; null until it is complete. */
            readonly newSchemaId: number | null;
            /**
             * Format: int64
             * @description Sections, rows and seats that have been cloned.
             */
            readonly copied: number;
            /**
             * Format: int64
             * @description Sections, rows and seats of the source.
             */
            readonly total: number;
        };
        readonly Erasure: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /**
             * @description State of the object.
             * @enum {string}
             */
            readonly state: "CREATED" | "IN_PROCESS" | "DONE";
            /**
             * @description The kind of what is forgotten.
             * @enum {string}
             */
            readonly selects: "SESSION" | "REFERENCE" | "AGE";
            /** @description Null: it selects otherwise. */
            readonly sessionId: string | null;
            /** @description Null: it selects otherwise. */
            readonly olderThanDays: number | null;
            /**
             * Format: int64
             * @description Sessions that named somebody and do not any more.
             */
            readonly sessions: number;
            /**
             * Format: int64
             * @description Records of journals that have been rewritten.
             */
            readonly records: number;
            /**
             * Format: int64
             * @description Changes of the feed that have been rewritten.
             */
            readonly changes: number;
            /** @description Why it does not come on; it is tried again. Null: it does. */
            readonly error: string | null;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            readonly createdAt: string;
            /** @description Null: it is not done. */
            readonly finishedAt: string | null;
        };
        readonly PageErasure: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["Erasure"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly CreatedWebhook: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Where changes are sent, by POST. https, and a public address. */
            readonly url: string;
            /** @description The types of changes that are sent; empty: every type. */
            readonly types: readonly ("session.checked-out" | "session.confirmed" | "session.cancelled" | "session.expired" | "session.released" | "booking.locked" | "booking.unlocked" | "booking.lock-expired" | "booking.sold" | "booking.reverted" | "booking.blocked" | "booking.unblocked" | "event.created" | "event.status-changed" | "event.layout-changed" | "event.deleted" | "event.sold-out" | "event.back-on-sale" | "session.erased" | "allotment.opened" | "allotment.closed" | "allotment.released" | "session.exchanged")[];
            /** @description Free text about the object. */
            readonly description: string | null;
            /** @description Whether changes are sent; those of the time before are not. */
            readonly enabled: boolean;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            readonly createdDate: string;
            /** @description Signs what is sent, by Standard Webhooks. Shown only in this answer. */
            readonly secret: string;
        };
        readonly PageWebhook: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["Webhook"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly Webhook: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Where changes are sent, by POST. https, and a public address. */
            readonly url: string;
            /** @description The types of changes that are sent; empty: every type. */
            readonly types: readonly ("session.checked-out" | "session.confirmed" | "session.cancelled" | "session.expired" | "session.released" | "booking.locked" | "booking.unlocked" | "booking.lock-expired" | "booking.sold" | "booking.reverted" | "booking.blocked" | "booking.unblocked" | "event.created" | "event.status-changed" | "event.layout-changed" | "event.deleted" | "event.sold-out" | "event.back-on-sale" | "session.erased" | "allotment.opened" | "allotment.closed" | "allotment.released" | "session.exchanged")[];
            /** @description Free text about the object. */
            readonly description: string | null;
            /** @description Whether changes are sent; those of the time before are not. */
            readonly enabled: boolean;
            /**
             * Format: date-time
             * @description When it was created, UTC.
             */
            readonly createdDate: string;
        };
        readonly RotatedWebhookSecret: {
            /** @description Signs what is sent, by Standard Webhooks. Shown only in this answer. */
            readonly secret: string;
            /**
             * Format: date-time
             * @description Until then the former secret signs too.
             */
            readonly formerSecretUntil: string;
        };
        readonly WebhookTestReply: {
            /** @description Whether the receiver answered 2xx. */
            readonly delivered: boolean;
            /** @description Status of the answer; null: there was none. */
            readonly status: number | null;
            /** @description Why it counts as failed; null: it does not. */
            readonly error: string | null;
            /** @description The first 1,000 characters of the answer. */
            readonly body: string;
            /**
             * Format: int64
             * @description Milliseconds until the answer.
             */
            readonly durationMs: number;
        };
        readonly PageWebhookDelivery: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["WebhookDelivery"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly WebhookDelivery: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Id of the change; the header `webhook-id` of every attempt. */
            readonly changeId: string;
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            readonly type: "session.checked-out" | "session.confirmed" | "session.cancelled" | "session.expired" | "session.released" | "booking.locked" | "booking.unlocked" | "booking.lock-expired" | "booking.sold" | "booking.reverted" | "booking.blocked" | "booking.unblocked" | "event.created" | "event.status-changed" | "event.layout-changed" | "event.deleted" | "event.sold-out" | "event.back-on-sale" | "session.erased" | "allotment.opened" | "allotment.closed" | "allotment.released" | "session.exchanged";
            /**
             * Format: int64
             * @description Attempts that have been made.
             */
            readonly attempts: number;
            /**
             * @description PENDING: another attempt is planned. DEAD: none is.
             * @enum {string}
             */
            readonly state: "PENDING" | "DELIVERED" | "DEAD";
            /** @description Status of the last answer; null: there was none. */
            readonly lastStatus: number | null;
            /** @description Why the last attempt failed; null: it did not. */
            readonly lastError: string | null;
            /** @description When the next attempt is due, UTC; null: never. */
            readonly nextAttemptAt: string | null;
        };
        readonly Organization: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: uuid
             * @description Key for the organization’s public calls, a UUID; not a secret.
             */
            readonly publicKey: string;
            /**
             * Format: uuid
             * @description Key for the organization’s private calls, a UUID. Keep it secret.
             */
            readonly privateKey: string;
            /** @description The organization’s domain name. */
            readonly domain: string | null;
            /** @description Whether users of the organization’s domain are logged in without being asked. */
            readonly autologinEnabled: boolean;
            /** @description Whether `domain` is appended to user names at login. */
            readonly appendDomainToLogin: boolean;
            /**
             * @description Kind of the object.
             * @enum {string}
             */
            readonly type: "VENUE" | "DEFAULT";
            /**
             * Format: int64
             * @description Id of the tenant.
             */
            readonly tenantId: number;
        };
        readonly PageOrganization: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["Organization"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly ApiKeys: {
            /**
             * Format: int64
             * @description Id of the organization.
             */
            readonly organizationId: number;
            /** @description Name of the organization. */
            readonly organizationName: string;
            /**
             * Format: uuid
             * @description Key for the organization’s public calls, a UUID; not a secret.
             */
            readonly publicKey: string;
        };
        readonly SessionConfig: {
            /** @description Whether buyers can create sessions. */
            readonly publicSessionsEnabled: boolean;
        };
        readonly StoredSessionConfig: {
            /** @description Whether buyers can create sessions. */
            readonly publicSessionsEnabled: boolean;
            /** @description Members of the body that are unknown and had no effect, such as `seats[].colour`. */
            readonly warnings?: readonly string[];
        };
        readonly OrganizationConfig: {
            /** @description Whether seats can be sold and sales reverted without a session. */
            readonly salesControlEnabled: boolean;
            /** @description Whether bookings that would leave a single free seat alone are refused. */
            readonly orphanSeatPrevention: boolean;
            /** @description US: allotments with the access NEED are released only when everything else is sold. null: as each of them says. */
            readonly accessibilityProfile: "US" | null;
            /** @description Lifetime of a private lock without a custom hold type. */
            readonly lockTtlSeconds: number;
            /** @description All custom hold types, by name. */
            readonly holdTypes: {
                readonly [key: string]: {
                    /** @description null: such a hold never expires. */
                    readonly ttlSeconds: number | null;
                    /**
                     * @description State that the lock puts seats into.
                     * @enum {string}
                     */
                    readonly validState: "LOCKED" | "BLOCKED";
                };
            };
            /** @description The sites whose pages may embed the map: scheme, host and port. */
            readonly frameOrigins: readonly string[];
        };
        readonly StoredOrganizationConfig: {
            /** @description Whether seats can be sold and sales reverted without a session. */
            readonly salesControlEnabled: boolean;
            /** @description Whether bookings that would leave a single free seat alone are refused. */
            readonly orphanSeatPrevention: boolean;
            /** @description US: allotments with the access NEED are released only when everything else is sold. null: as each of them says. */
            readonly accessibilityProfile: "US" | null;
            /** @description Lifetime of a private lock without a custom hold type. */
            readonly lockTtlSeconds: number;
            /** @description All custom hold types, by name. */
            readonly holdTypes: {
                readonly [key: string]: {
                    /** @description null: such a hold never expires. */
                    readonly ttlSeconds: number | null;
                    /**
                     * @description State that the lock puts seats into.
                     * @enum {string}
                     */
                    readonly validState: "LOCKED" | "BLOCKED";
                };
            };
            /** @description The sites whose pages may embed the map: scheme, host and port. */
            readonly frameOrigins: readonly string[];
            /** @description Members of the body that are unknown and had no effect, such as `seats[].colour`. */
            readonly warnings?: readonly string[];
        };
        readonly FoundBrand: {
            /** @description Null: buyers see the pages as they are. */
            readonly brand: components["schemas"]["Brand"] | null;
        };
        readonly PassKeys: {
            /** @description By `kid`. */
            readonly keys: readonly components["schemas"]["PassKey"][];
        };
        readonly PassKey: {
            /** @description Name of the key. */
            readonly kid: string;
            /**
             * @description HS256: a secret that both sides have. EdDSA (Ed25519) and ES256 (P-256): a public key.
             * @enum {string}
             */
            readonly algorithm: "HS256" | "ES256" | "EdDSA";
            /** @description JSON Web Key; null: the algorithm is HS256. */
            readonly publicKey: {
                readonly [key: string]: string;
            } | null;
            /** @description The end of the key; null: it has none. */
            readonly validUntil: string | null;
            /**
             * Format: date-time
             * @description When the key was stored, UTC.
             */
            readonly createdDate: string;
        };
        readonly StoredPassKey: {
            /** @description Name of the key. */
            readonly kid: string;
            /**
             * @description HS256: a secret that both sides have. EdDSA (Ed25519) and ES256 (P-256): a public key.
             * @enum {string}
             */
            readonly algorithm: "HS256" | "ES256" | "EdDSA";
            /** @description JSON Web Key; null: the algorithm is HS256. */
            readonly publicKey: {
                readonly [key: string]: string;
            } | null;
            /** @description The end of the key; null: it has none. */
            readonly validUntil: string | null;
            /**
             * Format: date-time
             * @description When the key was stored, UTC.
             */
            readonly createdDate: string;
            /** @description The generated secret. Shown only in this answer. */
            readonly secret?: string;
        };
        readonly People: {
            /** @description By id, with those who are invited. */
            readonly people: readonly components["schemas"]["Person"][];
        };
        readonly Person: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description E-mail address, which is also the user name. */
            readonly email: string;
            /**
             * @description OWNER everything; MANAGER events, prices, on-sales and webhooks; BOX_OFFICE sales; VIEWER reads.
             * @enum {string}
             */
            readonly role: "OWNER" | "MANAGER" | "BOX_OFFICE" | "VIEWER";
            /** @description The only events; null: all. */
            readonly events: readonly string[] | null;
            /** @description When the person has logged in last; null: never. */
            readonly lastLogin: string | null;
            /** @description The end of the invitation that the person has not accepted; null: there is none. */
            readonly invitedUntil: string | null;
        };
        readonly Invitation: {
            /**
             * Format: int64
             * @description The invited person.
             */
            readonly id: number;
            /** @description A link to the console, for one use. Shown only in this answer. */
            readonly inviteUrl: string;
            /**
             * Format: date-time
             * @description The end of the link.
             */
            readonly expiresAt: string;
        };
        readonly FoundSignOn: {
            /** @description Null: people log in with passwords only. */
            readonly signOn: components["schemas"]["SignOn"] | null;
        };
        readonly SignOn: {
            /** @description The address of the provider, as its document names it. */
            readonly issuer: string;
            /** @description The name of this service at the provider. */
            readonly clientId: string;
            /** @description The claim that names the groups of a person. */
            readonly groupsClaim: string;
            /** @description Whether people may also log in with a password. */
            readonly localLogin: boolean;
            /** @description The roles of groups. The first one of the list that a person is in decides. */
            readonly groups: readonly components["schemas"]["SignOnGroup"][];
            /** @description When an OWNER has signed on with these settings last; null: not yet. */
            readonly ownerSignedOnAt: string | null;
        };
        readonly SignOnGroup: {
            /** @description As the provider names it in the claim. */
            readonly group: string;
            /**
             * @description The role of people who are in the group.
             * @enum {string}
             */
            readonly role: "OWNER" | "MANAGER" | "BOX_OFFICE" | "VIEWER";
            /** @description The events that people of the group are limited to; null: all. An OWNER has no limit. */
            readonly events: readonly string[] | null;
        };
        readonly Login: {
            /**
             * @description Always true.
             * @constant
             */
            readonly success: true;
            /** @description Access token of the login. Keep it secret. */
            readonly token: string;
            /** @description Renews the login; can be used once. Keep it secret. */
            readonly refreshToken: string;
            readonly user: components["schemas"]["LoginUser"];
            /** @description Members of the body that are unknown and had no effect, such as `seats[].colour`. */
            readonly warnings?: readonly string[];
        };
        readonly LoginUser: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description E-mail address, which is also the user name. */
            readonly email: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: int64
             * @description Id of the organization.
             */
            readonly organizationId: number;
            /** @description Null: the role is not OWNER. */
            readonly organizationToken: string | null;
            /**
             * @description What the user may do for the organization.
             * @enum {string}
             */
            readonly role: "OWNER" | "MANAGER" | "BOX_OFFICE" | "VIEWER";
            /** @description The events that the user is limited to; null: all. */
            readonly events: readonly string[] | null;
        };
        readonly SignOnAddress: {
            /** @description Where the browser goes next. */
            readonly authorizationUrl: string;
        };
        readonly AcceptedInvitation: {
            /**
             * @description Always true.
             * @constant
             */
            readonly success: true;
            /** @description To log in with. */
            readonly email: string;
            /**
             * Format: int64
             * @description Id of the organization.
             */
            readonly organizationId: number;
            /** @description Name of the organization. */
            readonly organizationName: string;
        };
        readonly StoredVenue: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Postal address, as one text. */
            readonly address: string | null;
            /** @description Latitude in degrees. */
            readonly lat: number | null;
            /** @description Longitude in degrees. */
            readonly lng: number | null;
            /** @description Absent while it is not known. */
            readonly timeZone?: string;
            /** @description Members of the body that are unknown and had no effect, such as `seats[].colour`. */
            readonly warnings?: readonly string[];
        };
        readonly PageEditorSchema: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["EditorSchema"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly EditorSchema: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Free text about the object. */
            readonly description: string | null;
            /** @description Whether the schema is still being drawn. */
            readonly draft: boolean;
            /** @description Places of all general-admission areas together. */
            readonly gaCapacity: number | null;
            /**
             * Format: int64
             * @description Id of the venue; null when there is none.
             */
            readonly venueId: number;
            /**
             * Format: int64
             * @description Number of seats.
             */
            readonly seatsCount: number;
            /**
             * Format: int64
             * @description Seats and the places of all areas.
             */
            readonly seatsCapacity: number;
            /** @description Members of the body that are unknown and had no effect, such as `seats[].colour`. */
            readonly warnings?: readonly string[];
        };
        readonly PageEditorEvent: {
            /** @description The items of this page. */
            readonly content: readonly components["schemas"]["EditorEvent"][];
            readonly pageable: components["schemas"]["PageableObject"];
            /**
             * Format: int64
             * @description Number of pages.
             */
            readonly totalPages: number;
            /**
             * Format: int64
             * @description Items on all pages.
             */
            readonly totalElements: number;
            /** @description Whether this is the first page. */
            readonly first: boolean;
            /** @description Whether this is the last page. */
            readonly last: boolean;
            /** @description Whether it is empty. */
            readonly empty: boolean;
            /**
             * Format: int64
             * @description Maximum number of items on a page.
             */
            readonly size: number;
            /**
             * Format: int64
             * @description Zero-based page index
             */
            readonly number: number;
            /**
             * Format: int64
             * @description Items on this page.
             */
            readonly numberOfElements: number;
            readonly sort: components["schemas"]["SortObject"];
        };
        readonly EditorEvent: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * Format: int64
             * @description Id of the schema.
             */
            readonly schemaId: number;
            /** @description Name of the schema. */
            readonly schemaName: string;
            /** @description Id of the venue; null when there is none. */
            readonly venueId: number | null;
            /** @description Name of the venue; null when there is none. */
            readonly venueName: string | null;
            /**
             * @description Status of the object.
             * @enum {string}
             */
            readonly status: "DRAFT" | "PUBLISHED" | "ARCHIVED";
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly startsAt: string;
            /** @description Local date-time: ISO-8601 without zone offset, so not RFC 3339; fraction of a second up to nanoseconds */
            readonly endsAt: string;
        };
        readonly Drawing: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Id of the venue; null when there is none. */
            readonly venueId: number | null;
            /**
             * Format: int64
             * @description Increases with every change.
             */
            readonly version: number;
            /** @description Members of the body that are unknown and had no effect, such as `seats[].colour`. */
            readonly warnings?: readonly string[];
            /** @description Sections and areas, in layout order. */
            readonly sectors: readonly components["schemas"]["DrawnSector"][];
            /** @description Rows, in layout order. */
            readonly rows: readonly components["schemas"]["DrawnRow"][];
            /** @description Seats. */
            readonly seats: readonly components["schemas"]["DrawnSeat"][];
            /** @description Drawn shapes other than seats. */
            readonly shapes: readonly components["schemas"]["DrawnShape"][];
            /** @description Absent: the layout has none. */
            readonly units?: readonly components["schemas"]["DrawnUnit"][];
            /** @description A drawing under the seats, as it was sent. */
            readonly vectorBackground: {
                readonly [key: string]: unknown;
            } | null;
            /** @description The part of the plan that visitors see first, as it was sent. */
            readonly clientViewBox: {
                readonly [key: string]: unknown;
            } | null;
            /** @description The point that the seats face. */
            readonly focalPoint: {
                /** @description Position on the plan, to the right. */
                readonly x: number;
                /** @description Position on the plan, downwards. */
                readonly y: number;
            } | null;
        };
        readonly DrawnSector: {
            /**
             * Format: int64
             * @description For a GA area: the id that selections use.
             */
            readonly id: number;
            /**
             * Format: uuid
             * @description UUID of the object, which stays the same when it is drawn anew.
             */
            readonly guid: string;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Whether it is a general-admission area. */
            readonly ga: boolean;
            /** @description Places of an area; null for sections with seats. */
            readonly capacity: number | null;
            /** @description Noun before the label, such as "Row". */
            readonly prefix: string | null;
            /** @description Noun before the seats’ labels, such as "Seat". */
            readonly seatPrefix: string | null;
            /** @description Kind of the object. */
            readonly type: string | null;
            /** @description Id of the object in the caller’s own system. */
            readonly externalId: string | null;
            /** @description Position on the plan, to the right. */
            readonly x: number | null;
            /** @description Position on the plan, downwards. */
            readonly y: number | null;
            /** @description Width on the plan. */
            readonly width: number | null;
            /** @description Height on the plan. */
            readonly height: number | null;
            /** @description Rotation in degrees, clockwise. */
            readonly angle: number | null;
        } & {
            readonly [key: string]: unknown;
        };
        readonly DrawnRow: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /**
             * Format: uuid
             * @description UUID of the object, which stays the same when it is drawn anew.
             */
            readonly guid: string;
            /**
             * Format: int64
             * @description Id of the sector.
             */
            readonly sectorId: number;
            /**
             * Format: uuid
             * @description UUID of the sector.
             */
            readonly sectorGuid: string;
            /** @description The noun, such as "Row". */
            readonly name: string;
            /** @description The row’s label. */
            readonly rowNumber: string;
            /** @description The noun for its seats, such as "Seat". */
            readonly seatName: string;
        };
        readonly DrawnSeat: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /**
             * Format: uuid
             * @description UUID of the object, which stays the same when it is drawn anew.
             */
            readonly guid: string;
            /**
             * Format: int64
             * @description Id of the row.
             */
            readonly rowId: number;
            /**
             * Format: uuid
             * @description UUID of the row.
             */
            readonly rowGuid: string;
            /**
             * Format: int64
             * @description Id of the sector.
             */
            readonly sectorId: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /** @description Relative to the sector. */
            readonly x: number;
            /** @description Relative to the sector. */
            readonly y: number;
            /** @description On the plan: where the seat is drawn. */
            readonly ax: number;
            /** @description On the plan: where the seat is drawn. */
            readonly ay: number;
            /** @description Rotation in degrees, clockwise. */
            readonly angle: number | null;
            /** @description Whether the seat is accessible with a wheelchair. */
            readonly isAccessible: boolean;
            /** @description Whether the seat is marked for attention. */
            readonly isMarked: boolean;
            /** @description Whether the seat is left out of the public map. */
            readonly isHidden: boolean;
            /**
             * @description Whether the seat is a place for a wheelchair.
             * @constant
             */
            readonly isWheelchair?: true;
            /**
             * @description Whether the seat is for the companion of somebody in a wheelchair.
             * @constant
             */
            readonly isCompanion?: true;
            /**
             * @description Whether the way to the seat has no steps.
             * @constant
             */
            readonly isStepFree?: true;
            /**
             * @description Whether the seat has a loop for hearing aids.
             * @constant
             */
            readonly isHearing?: true;
            /**
             * @description Whether something hides a part of the stage from the seat.
             * @constant
             */
            readonly isRestrictedView?: true;
        };
        readonly DrawnShape: {
            /**
             * Format: uuid
             * @description Id of the object.
             */
            readonly id: string;
            /** @description Kind of the object. */
            readonly type: string;
            /** @description Which shape is drawn. */
            readonly shapeType: string | null;
            /**
             * @description What the shape is for.
             * @enum {string}
             */
            readonly purpose: "OBJECT" | "UNDERLAY" | "GA" | "OUTLINE";
            /** @description The guid of the sector that it belongs to. */
            readonly groupOfSeatsGuid: string | null;
            /** @description Left edge on the plan. */
            readonly left: number;
            /** @description Top edge on the plan. */
            readonly top: number;
            /** @description Width on the plan. */
            readonly width: number | null;
            /** @description Height on the plan. */
            readonly height: number | null;
            /** @description Rotation in degrees, clockwise. */
            readonly angle: number | null;
            /** @description Drawing order: shapes with a lower value are drawn first. */
            readonly order: number;
            /** @description Text that is drawn. */
            readonly text: string | null;
            /** @description Fill colour, as CSS writes it. */
            readonly fill: string | null;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description A table, a box or a booth. */
        readonly DrawnUnit: {
            /**
             * Format: int64
             * @description Id of the object.
             */
            readonly id: number;
            /** @description Name of the object, as people read it. */
            readonly name: string;
            /**
             * @description WHOLE: all its seats are taken and given back together. SEATS: each by itself.
             * @enum {string}
             */
            readonly booking: "WHOLE" | "SEATS";
            /** @description How few guests it takes; null beside a null `max`: as many as it has seats. */
            readonly min: number | null;
            /** @description How many guests it takes; the buyer holds all seats and pays for the guests. */
            readonly max: number | null;
            /** @description Of its seats, in the order in which guests fill them. */
            readonly seatGuids: readonly string[];
        };
        readonly ViewBox: {
            /** @description Position on the plan, to the right. */
            readonly x: number;
            /** @description Position on the plan, downwards. */
            readonly y: number;
            /** @description Width on the plan. */
            readonly width: number;
            /** @description Height on the plan. */
            readonly height: number;
        };
        readonly ProblemDetail: {
            /** @description Always `about:blank` */
            readonly type: string;
            /** @description The reason phrase of the HTTP status. */
            readonly title: string;
            /**
             * Format: int64
             * @description The HTTP status
             */
            readonly status: number;
            /** @description What went wrong in this case, for people. */
            readonly detail: string;
            /** @description The request’s path. */
            readonly instance: string;
            /** @description The request’s path. */
            readonly path: string;
            /**
             * Format: date-time
             * @description When the answer was given, UTC.
             */
            readonly timestamp: string;
            /**
             * @description What went wrong, for programs: branch on this.
             * @enum {string}
             */
            readonly errorCode: "VALIDATION_FAILED" | "MALFORMED_REQUEST" | "PROPERTIES_TOO_LARGE" | "INVALID_SERIES_TEMPLATE" | "UNAUTHENTICATED" | "NOT_ENABLED" | "PASS_REQUIRED" | "PASS_EXPIRED" | "PASS_INVALID" | "SALES_CONTROL_DISABLED" | "ACCESS_DENIED" | "ROLE_NOT_ALLOWED" | "EVENT_NOT_ALLOWED" | "SIGN_ON_REFUSED" | "ENTITY_NOT_FOUND" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "NO_QUEUE" | "QUEUE_FULL" | "SEAT_CONFLICT" | "NOT_ON_SALE" | "NO_SUITABLE_SEATS" | "PASS_USED" | "PASSES_EXHAUSTED" | "SESSION_HELD" | "SESSION_FROZEN" | "SESSION_DEAD" | "SESSION_NOT_CHECKED_OUT" | "SESSION_NOT_CONFIRMED" | "START_OVER_REQUIRED" | "REFERENCE_TAKEN" | "DATA_INTEGRITY_VIOLATION" | "BOOKING_CLOSED" | "LAST_OWNER" | "SIGN_ON_UNTRIED" | "IDEMPOTENCY_KEY_IN_USE" | "SERIES_NOT_BOOKABLE" | "EVENT_BOUND_TO_SERIES" | "EVENT_ARCHIVED" | "CURSOR_EXPIRED" | "CURSOR_LOST" | "HISTORY_TRIMMED" | "PAYLOAD_TOO_LARGE" | "EXPECTATION_FAILED" | "EMPTY_CART" | "MIXED_CURRENCIES" | "ORPHAN_SEATS" | "ACCESSIBLE_RESERVED" | "UNIT_INCOMPLETE" | "EVENT_NOT_PUBLISHED" | "IDEMPOTENCY_KEY_REUSED" | "SIGN_ON_PROVIDER" | "LOW_CONTRAST" | "CAP_SEATS" | "CAP_TICKET_TYPE" | "CAP_BUYER" | "KEYS_EXHAUSTED" | "RATE_LIMITED" | "HEADERS_TOO_LARGE" | "INTERNAL_ERROR" | "UNAVAILABLE" | "UPGRADE_NOT_FINALIZED" | "READ_ONLY" | "OUTCOME_UNKNOWN";
            /** @description The fields that failed validation. */
            readonly errors?: readonly components["schemas"]["FieldError"][];
            /** @description Also the response header X-Request-Id */
            readonly requestId: string;
            /**
             * @description State of the session
             * @enum {string}
             */
            readonly state?: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
            /**
             * Format: int64
             * @description Seats and places that one session may hold.
             */
            readonly maxSeats?: number;
            /**
             * Format: date-time
             * @description When all of the selection is on sale (NOT_ON_SALE)
             */
            readonly opensAt?: string;
            /**
             * Format: int64
             * @description The price whose ticket type has too few left (CAP_TICKET_TYPE)
             */
            readonly priceId?: number;
            /** @description Ticket type of the line; absent: the price itself. */
            readonly ticketType?: string;
            /**
             * Format: int64
             * @description How many more could be taken: tickets of the type (CAP_TICKET_TYPE), or seats and places by the buyer (CAP_BUYER)
             */
            readonly left?: number;
            /** @description Ids of the seats and areas that prevent the operation. */
            readonly conflicts?: {
                /** @description Seats. */
                readonly seats: readonly number[];
                /** @description General-admission areas. */
                readonly groupOfSeats: readonly number[];
            };
            /** @description Ids of the seats that would be left alone. */
            readonly orphanSeats?: readonly number[];
            /** @description Ids of the units that are not complete (UNIT_INCOMPLETE) */
            readonly units?: readonly number[];
            /** @description Ids of the seats that the call would have to name as well. */
            readonly rest?: readonly number[];
            /**
             * Format: int64
             * @description The largest number of seats that could be had together.
             */
            readonly largestTogether?: number;
            /** @description Sets of seat ids that the same lock could hold instead, the nearest first; only with `suggest` */
            readonly alternatives?: readonly (readonly number[])[];
            /** @description The session that holds the reference (REFERENCE_TAKEN) */
            readonly sessionId?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly createSession: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description Id of the event.
                     */
                    readonly eventId: string;
                    /**
                     * Format: uuid
                     * @description Key for the organization’s public calls, a UUID; not a secret.
                     */
                    readonly publicKey: string;
                    /** @description Only for events whose admission is not OPEN: a pass of the organization (PASS) or an admitted ticket (QUEUE). Other events ignore it. */
                    readonly pass?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description The existing session of this Idempotency-Key. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["CreatedSession"];
                };
            };
            /** @description The new session. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["CreatedSession"];
                };
            };
        };
    };
    readonly getSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PublicSession"];
                };
            };
        };
    };
    readonly lockSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LockSelection"];
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PublicSession"];
                };
            };
        };
    };
    readonly unlockSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Selection"];
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PublicSession"];
                };
            };
        };
    };
    readonly checkoutSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["WantedSelection"];
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PublicSession"];
                };
            };
        };
    };
    readonly cancelSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description True also cancels a session that is frozen for payment. */
                    readonly startOver?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PublicSession"];
                };
            };
        };
    };
    readonly getPublicAdmission: {
        readonly parameters: {
            readonly query: {
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The admission as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PublicAdmission"];
                };
            };
        };
    };
    readonly getPublicUnits: {
        readonly parameters: {
            readonly query: {
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Units"];
                };
            };
        };
    };
    readonly createCheckoutCode: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The code. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["CheckoutCode"];
                };
            };
        };
    };
    readonly getOrderReference: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The reference. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["OrderReference"];
                };
            };
        };
    };
    readonly exchangeCheckoutCode: {
        readonly parameters: {
            readonly path: {
                /** @description As the buyer’s browser has brought it. */
                readonly code: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session of the code. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["CheckedOutSession"];
                };
            };
        };
    };
    readonly getQueue: {
        readonly parameters: {
            readonly query: {
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The queue as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Queue"];
                };
            };
        };
    };
    readonly joinQueue: {
        readonly parameters: {
            readonly query: {
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The existing ticket of this Idempotency-Key. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Ticket"];
                };
            };
            /** @description The new ticket. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    readonly getTicket: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
                /** @description The ticket that joining returned. */
                readonly ticket: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ticket as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    readonly getDraw: {
        readonly parameters: {
            readonly query: {
                /** @description The organization’s public key. */
                readonly publicKey: string;
                /** @description How many tickets to skip; default 0. */
                readonly after?: number;
                /** @description Tickets of the page; default 1000. */
                readonly limit?: number;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the draw. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Draw"];
                };
            };
        };
    };
    readonly createCounterSession: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description As for a confirmation, such as the name of the person. */
                    readonly properties?: {
                        readonly [key: string]: unknown;
                    } | null;
                    /** @description The end of the hold: later than now, and at most 400 days later. Absent: as long as a session of a buyer. */
                    readonly heldUntil?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description The new session. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly moveHold: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: date-time
                     * @description The end of the hold: later than now, and at most 400 days later.
                     */
                    readonly heldUntil: string;
                };
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
                /** @description State of the object. */
                readonly state?: "ACTIVE" | "PENDING_PAYMENT" | "CONFIRMED" | "CANCELLED" | "EXPIRED";
                /** @description The caller’s own name for the purchase, such as an order number. */
                readonly reference?: string;
                /** @description A part of a value in the properties */
                readonly name?: string;
                /** @description Only sessions of the counter */
                readonly counter?: "true";
                /** @description Only holds: sessions of the counter with properties that hold places and are not over */
                readonly held?: "true";
                /** @description Maximum number of sessions; more than 200 counts as 200. */
                readonly limit?: number;
                /** @description Number of entries that come before the first one in the answer. */
                readonly offset?: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Summaries, newest first. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["SessionSummary"][];
                };
            };
        };
    };
    readonly getPrivateSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly confirmSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description The caller’s own name for the purchase, such as an order number. */
                    readonly reference?: string | null;
                    /** @description Any JSON object of the caller’s own, up to 16 KB; comes back as it was sent. */
                    readonly properties?: {
                        readonly [key: string]: unknown;
                    } | null;
                    /** @description Takes the cart of an expired session again if all of it is free */
                    readonly reclaim?: boolean | null;
                };
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly cancelPrivateSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly releaseSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly exchangeSession: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["Exchange"];
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly replaceSessionProperties: {
        readonly parameters: {
            readonly path: {
                /** @description The session id that create returned. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The session as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PrivateSession"];
                };
            };
        };
    };
    readonly getEventOffer: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
                /** @description The organization’s public key. */
                readonly publicKey: string;
                /** @description A session of the event: the answer is as it sees the event. Absent: as the public does. */
                readonly session?: string;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What can be booked, as of one moment, which `ETag` identifies. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["MapPrices"];
                };
            };
        };
    };
    readonly followEvent: {
        readonly parameters: {
            readonly query: {
                /** @description The organization’s public key. */
                readonly publicKey: string;
                /** @description A session of the event: the answer is as it sees the event. Absent: as the public does. */
                readonly session?: string;
                /** @description The `X-Event-Sequence` of the prices that the reader has. Absent: changes from now on. */
                readonly after?: number;
            };
            readonly header?: {
                /** @description Sent by browsers when they connect again: the `id` of the last event. Precedes `after`. */
                readonly "Last-Event-ID"?: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The stream. */
            readonly 200: {
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly getEventMap: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schema object. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["MapSchema"];
                };
            };
        };
    };
    readonly getRowLabels: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description SVG with a text beside the first seat of every row, in the coordinates of the map. */
            readonly 200: {
                content: {
                    readonly "image/svg+xml": string;
                };
            };
        };
    };
    readonly getSchemaMap: {
        readonly parameters: {
            readonly query: {
                /** @description The schema. */
                readonly id: number;
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schema object. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["MapSchema"];
                };
            };
        };
    };
    readonly getPublicFace: {
        readonly parameters: {
            readonly query: {
                /** @description The organization’s public key. */
                readonly publicKey: string;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The face. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EventFace"];
                };
            };
        };
    };
    readonly lockSeats: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateSelection"];
            };
        };
        readonly responses: {
            /** @description Whether it was done. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BookingAnswer"];
                };
            };
        };
    };
    readonly unlockSeats: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateSelection"];
            };
        };
        readonly responses: {
            /** @description Whether it was done. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BookingAnswer"];
                };
            };
        };
    };
    readonly sellSeatsDirectly: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateSelection"];
            };
        };
        readonly responses: {
            /** @description Whether it was done. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BookingAnswer"];
                };
            };
        };
    };
    readonly sellLockedSeats: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateSelection"];
            };
        };
        readonly responses: {
            /** @description Whether it was done. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BookingAnswer"];
                };
            };
        };
    };
    readonly revertSales: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateSelection"];
            };
        };
        readonly responses: {
            /** @description Whether it was done. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BookingAnswer"];
                };
            };
        };
    };
    readonly blockSeats: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateSelection"];
            };
        };
        readonly responses: {
            /** @description Whether it was done. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BookingAnswer"];
                };
            };
        };
    };
    readonly unblockSeats: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["StateSelection"];
            };
        };
        readonly responses: {
            /** @description Whether it was done. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["BookingAnswer"];
                };
            };
        };
    };
    readonly listEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The venue of the event’s schema. */
                readonly venueId?: number;
                /** @description Status of the object. */
                readonly status?: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                /** @description Part of the name; upper and lower case are the same. */
                readonly name?: string;
                /** @description Only events that end then or later. */
                readonly endsFrom?: string;
                /** @description Whether to show the totals of each event. */
                readonly totals?: boolean;
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name, start, endDate, createdDate, schemaId, status. Default: id ascending */
                readonly sort?: readonly string[];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of events. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageEvent"];
                };
            };
        };
    };
    readonly updateEvent: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedEvent"];
            };
        };
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    readonly createEvent: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewEvent"];
            };
        };
        readonly responses: {
            /** @description The event. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    readonly getEvent: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    readonly deleteEvent: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event is deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly changeEventStatus: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventStatusChange"];
            };
        };
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    readonly copyEvent: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventCopy"];
            };
        };
        readonly responses: {
            /** @description The new event. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    readonly getAdmission: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The admission as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Admission"];
                };
            };
        };
    };
    readonly setAdmission: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AdmissionSettings"];
            };
        };
        readonly responses: {
            /** @description The admission as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Admission"];
                };
            };
        };
    };
    readonly listEventUnits: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EventUnits"];
                };
            };
        };
    };
    readonly overrideUnits: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnitOverrides"];
            };
        };
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EventUnits"];
                };
            };
        };
    };
    readonly getFace: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The face as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["StoredFace"];
                };
            };
        };
    };
    readonly setFace: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["FaceSettings"];
            };
        };
        readonly responses: {
            /** @description The face as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["StoredFace"];
                };
            };
        };
    };
    readonly listAllotments: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["Allotment"][];
                };
            };
        };
    };
    readonly createAllotment: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AllotmentTerms"];
            };
        };
        readonly responses: {
            /** @description The new allotment. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Allotment"];
                };
            };
        };
    };
    readonly getAllotment: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Id of the allotment. */
                readonly allotmentId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The allotment as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Allotment"];
                };
            };
        };
    };
    readonly updateAllotment: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Id of the allotment. */
                readonly allotmentId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AllotmentTerms"];
            };
        };
        readonly responses: {
            /** @description The allotment as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Allotment"];
                };
            };
        };
    };
    readonly deleteAllotment: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Id of the allotment. */
                readonly allotmentId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly getAllotmentPlaces: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Id of the allotment. */
                readonly allotmentId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ShownAllotmentPlaces"];
                };
            };
        };
    };
    readonly setAllotmentPlaces: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Id of the allotment. */
                readonly allotmentId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AllotmentPlaces"];
            };
        };
        readonly responses: {
            /** @description The allotment as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Allotment"];
                };
            };
        };
    };
    readonly getSeatHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description A `next` of an earlier page; absent: from the latest change. */
                readonly after?: string;
                /** @description Maximum number of changes; more than 200 counts as 200. A page may have fewer and a `next`. */
                readonly limit?: number;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Id of the seat. */
                readonly seatId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the history. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["SeatHistory"];
                };
            };
        };
    };
    readonly getAreaHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description A `next` of an earlier page; absent: from the latest change. */
                readonly after?: string;
                /** @description Maximum number of changes; more than 200 counts as 200. A page may have fewer and a `next`. */
                readonly limit?: number;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
                /** @description Id of the area. */
                readonly areaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the history. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["AreaHistory"];
                };
            };
        };
    };
    readonly getEventAt: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of a record of the event. */
                readonly sequence?: number;
                /** @description A time with its offset, such as 2027-05-01T10:15:00Z. */
                readonly time?: string;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The inventory as it was. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EventMoment"];
                };
            };
        };
    };
    readonly getEventActivity: {
        readonly parameters: {
            readonly query?: {
                /** @description Only later samples; seconds since 1970. */
                readonly after?: number;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Totals and samples. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EventActivity"];
                };
            };
        };
    };
    readonly listChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description A cursor that an earlier answer gave as `next`; `start`: the oldest kept change; absent: from now on. */
                readonly after?: string;
                /** @description Maximum number of entries in the answer. */
                readonly limit?: number;
                /** @description How long to wait for a change while there is none. */
                readonly waitSeconds?: number;
                /** @description Comma-separated; absent: all types. */
                readonly types?: string;
                /** @description Id of the event. */
                readonly eventId?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The changes after the cursor. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ChangePage"];
                };
            };
        };
    };
    readonly streamChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description A cursor that an earlier answer gave as `next`; `start`: the oldest kept change; absent: from now on. */
                readonly after?: string;
                /** @description Comma-separated; absent: all types. */
                readonly types?: string;
                /** @description Id of the event. */
                readonly eventId?: string;
            };
            readonly header?: {
                /** @description The cursor of the last change that the reader received. */
                readonly "Last-Event-ID"?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Changes as they happen; a comment every 15 s. */
            readonly 200: {
                content: {
                    readonly "text/event-stream": string;
                };
            };
        };
    };
    readonly listPrices: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name, externalId. Default: id ascending */
                readonly sort?: readonly string[];
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of prices. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PagePrice"];
                };
            };
        };
    };
    readonly updatePrices: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["ChangedPrice"][];
            };
        };
        readonly responses: {
            /** @description The prices in the order sent. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["WrittenPrice"][];
                };
            };
        };
    };
    readonly createPrices: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["NewPrice"][];
            };
        };
        readonly responses: {
            /** @description The prices in the order sent. */
            readonly 201: {
                content: {
                    readonly "application/json": readonly components["schemas"]["WrittenPrice"][];
                };
            };
        };
    };
    readonly deletePrice: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The price is deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly listSeries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only series that the event is in, or whose template it is */
                readonly eventId?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All series, by id. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["Series"][];
                };
            };
        };
    };
    readonly createSeries: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSeries"];
            };
        };
        readonly responses: {
            /** @description The series. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    readonly getSeries: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The series. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    readonly replaceSeriesTemplate: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SeriesTemplate"];
            };
        };
        readonly responses: {
            /** @description The series. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    readonly pauseSeries: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The series. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    readonly resumeSeries: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The series. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    readonly archiveSeries: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The series. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Series"];
                };
            };
        };
    };
    readonly listSeriesEvents: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All events, earliest first. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["Event"][];
                };
            };
        };
    };
    readonly addSeriesEvent: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSeriesEvent"];
            };
        };
        readonly responses: {
            /** @description The existing event of the series for this start. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
            /** @description The new event. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    readonly listSeriesAssignments: {
        readonly parameters: {
            readonly query?: {
                /** @description The caller’s own name for the purchase, such as an order number. */
                readonly reference?: string;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Seats with their events. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["SeatInSeries"][];
                };
            };
        };
    };
    readonly getEventReport: {
        readonly parameters: {
            readonly query?: {
                /** @description What rows are told apart by, comma-separated: status, section, price, ticketType, allotment, release, channel. Rows are sorted in this order. */
                readonly by?: string;
                /** @description csv: a table to be saved, RFC 4180, UTF-8. */
                readonly format?: "json" | "csv";
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One row for each group that has a place. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EventReport"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly getSeriesReport: {
        readonly parameters: {
            readonly query?: {
                /** @description What rows are told apart by, comma-separated: status, section, price, ticketType, allotment, release, channel. Rows are sorted in this order. */
                readonly by?: string;
                /** @description csv: a table to be saved, RFC 4180, UTF-8. */
                readonly format?: "json" | "csv";
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One row for each group that has a place. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["SeriesReport"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly listOrders: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, createdAt, reference. Default: id ascending */
                readonly sort?: readonly string[];
                /** @description Part of the reference, in any case. */
                readonly reference?: string;
                /** @description Part of a value in the properties, such as the name of the buyer, in any case. */
                readonly name?: string;
                /** @description Name of the section, or of the area. */
                readonly section?: string;
                /** @description Name of the row. */
                readonly row?: string;
                /** @description Name of the seat. */
                readonly seat?: string;
                /** @description csv: a table to be saved, RFC 4180, UTF-8. */
                readonly format?: "json" | "csv";
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of purchases. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageOrder"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly listAudit: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next` of an earlier page; absent: from the latest entry. */
                readonly after?: number;
                /** @description Maximum number of entries; more than 200 counts as 200. */
                readonly limit?: number;
                /** @description Only what this person has changed. */
                readonly accountId?: number;
                /** @description Only calls of this operation, such as `setAdmission`. */
                readonly operation?: string;
                /** @description Only calls about this event. */
                readonly eventId?: string;
                /** @description Only entries of this time or later. */
                readonly from?: string;
                /** @description Only entries before this time. */
                readonly until?: string;
                /** @description csv: a table of all entries that are found. */
                readonly format?: "json" | "csv";
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["AuditPage"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly lockLegacyPlaces: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["LegacySelection"][];
            };
        };
        readonly responses: {
            /** @description The lines that failed. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["FailedLegacySelection"][];
                };
            };
        };
    };
    readonly sellLegacyPlaces: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["LegacySelection"][];
            };
        };
        readonly responses: {
            /** @description The lines that failed. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["FailedLegacySelection"][];
                };
            };
        };
    };
    readonly unlockLegacyPlaces: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["LegacySelection"][];
            };
        };
        readonly responses: {
            /** @description The lines that failed. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["FailedLegacySelection"][];
                };
            };
        };
    };
    readonly listLegacyEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Maximum number of entries; more than 1000 counts as 1000. */
                readonly limit?: number;
                /** @description Number of entries that come before the first one in the answer. */
                readonly offset?: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["LegacyEvent"][];
                };
            };
        };
    };
    readonly updateLegacyEvent: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedLegacyEvent"];
            };
        };
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LegacyEvent"];
                };
            };
        };
    };
    readonly createLegacyEvent: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewLegacyEvent"];
            };
        };
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LegacyEvent"];
                };
            };
        };
    };
    readonly deleteLegacyEvent: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whether it was deleted. */
            readonly 200: {
                content: {
                    readonly "application/json": boolean;
                };
            };
        };
    };
    readonly listLegacyPrices: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The prices by id. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["LegacyPrice"][];
                };
            };
        };
    };
    readonly updateLegacyPrice: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedLegacyPrice"];
            };
        };
        readonly responses: {
            /** @description The price. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LegacyPrice"];
                };
            };
        };
    };
    readonly createLegacyPrice: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewLegacyPrice"];
            };
        };
        readonly responses: {
            /** @description The price. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LegacyPrice"];
                };
            };
        };
    };
    readonly deleteLegacyPrice: {
        readonly parameters: {
            readonly query: {
                /** @description The price. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Whether it was deleted. */
            readonly 200: {
                content: {
                    readonly "application/json": boolean;
                };
            };
        };
    };
    readonly assignLegacyPrices: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
                /** @description Whether all assignments, locks, holds and sales of the event are removed first. */
                readonly clean?: boolean;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["LegacyPriceAssignment"][];
            };
        };
        readonly responses: {
            /** @description The lines that failed. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["FailedLegacyPriceAssignment"][];
                };
            };
        };
    };
    readonly unassignLegacyPrices: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["LegacySelection"][];
            };
        };
        readonly responses: {
            /** @description The lines that failed. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["FailedLegacySelection"][];
                };
            };
        };
    };
    readonly cleanLegacyAssignments: {
        readonly parameters: {
            readonly query: {
                /** @description The event. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                content: {
                    readonly "application/json": boolean;
                };
            };
        };
    };
    readonly listLegacySchemas: {
        readonly parameters: {
            readonly query?: {
                /** @description Maximum number of entries; more than 1000 counts as 1000. */
                readonly limit?: number;
                /** @description Number of entries that come before the first one in the answer. */
                readonly offset?: number;
                /** @description Id of the venue; null when there is none. */
                readonly venueId?: number;
                /** @description Only schemas changed after this time; without an offset it is UTC. */
                readonly lastUpdated?: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The layouts. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["LegacySchema"][];
                };
            };
        };
    };
    readonly getLegacySchemaDetails: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The layout. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LegacySchema"];
                };
            };
        };
    };
    readonly getLegacySchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether sections of the same name get a running number. */
                readonly numberedSections?: boolean;
                /** @description Whether keys are the numeric ids. */
                readonly useInternalIds?: boolean;
            };
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sectors in layout order. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["LegacySchemaMetadata"];
                };
            };
        };
    };
    readonly listOrphanSeats: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Rows with such seats. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["OrphanSeats"];
                };
            };
        };
    };
    readonly listPriceAssignments: {
        readonly parameters: {
            readonly query?: {
                /** @description The caller’s own name for the purchase, such as an order number. */
                readonly reference?: string;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Seats and areas. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["AssignmentsOnEvent"];
                };
            };
        };
    };
    readonly assignPrices: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PriceAssignments"];
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                content: {
                    readonly "application/json": boolean;
                };
            };
        };
    };
    readonly unassignPrices: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the event. */
                readonly eventId: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PriceAssignments"];
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                content: {
                    readonly "application/json": boolean;
                };
            };
        };
    };
    readonly listVenues: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name, address, lat, lng. Default: id ascending */
                readonly sort?: readonly string[];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of venues. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageVenue"];
                };
            };
        };
    };
    readonly replaceVenue: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedVenue"];
            };
        };
        readonly responses: {
            /** @description The venue. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    readonly createVenue: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewVenue"];
            };
        };
        readonly responses: {
            /** @description The venue. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    readonly getVenue: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The venue. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    readonly deleteVenue: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly listSchemas: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name, venueId, capacity. Default: id ascending */
                readonly sort?: readonly string[];
                /** @description Id of the venue; null when there is none. */
                readonly venueId?: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of schemas. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageSchemaMetadata"];
                };
            };
        };
    };
    readonly createSchema: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSchema"];
            };
        };
        readonly responses: {
            /** @description The schema. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["SchemaMetadata"];
                };
            };
        };
    };
    readonly getSchema: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schema. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["SchemaMetadata"];
                };
            };
        };
    };
    readonly deleteSchema: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly getSchemaLayout: {
        readonly parameters: {
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The layout. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Layout"];
                };
            };
        };
    };
    readonly importSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Of the file that is sent. */
                readonly format?: "json" | "csv" | "svg";
                /** @description Of the schema; needed where the file has none. */
                readonly name?: string;
                /** @description The venue of the schema; the one in the file does not count. */
                readonly venueId?: number;
                /** @description Only check the file. */
                readonly dryRun?: boolean;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSchema"];
                readonly "text/csv": string;
                readonly "image/svg+xml": string;
                readonly "text/plain": string;
            };
        };
        readonly responses: {
            /** @description A dry run: what the file contains. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ImportedLayout"];
                };
            };
            /** @description The new schema, and what the file contains. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["ImportedLayout"];
                };
            };
        };
    };
    readonly exportSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Of the file that is answered. */
                readonly format?: "json" | "csv";
            };
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ExportedLayout"];
                    readonly "text/csv": string;
                };
            };
        };
    };
    readonly getSeatMap: {
        readonly parameters: {
            readonly query?: {
                /** @description Kind of the object. */
                readonly type?: "SECTION" | "ROW" | "SEAT" | "TABLE";
            };
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The elements. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["Element"][];
                };
            };
        };
    };
    readonly listPricingZones: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name. Default: id ascending */
                readonly sort?: readonly string[];
            };
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of pricing zones. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PagePricingZone"];
                };
            };
        };
    };
    readonly updatePricingZones: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["ChangedPricingZone"][];
            };
        };
        readonly responses: {
            /** @description The zones in the order sent. */
            readonly 200: {
                content: {
                    readonly "application/json": readonly components["schemas"]["PricingZone"][];
                };
            };
        };
    };
    readonly createPricingZones: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": readonly components["schemas"]["NewPricingZone"][];
            };
        };
        readonly responses: {
            /** @description The zones in the order sent. */
            readonly 201: {
                content: {
                    readonly "application/json": readonly components["schemas"]["PricingZone"][];
                };
            };
        };
    };
    readonly getPricingZone: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The zone. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PricingZone"];
                };
            };
        };
    };
    readonly deletePricingZone: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly assignPricingZones: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ZoneAssignments"];
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                content: {
                    readonly "application/json": boolean;
                };
            };
        };
    };
    readonly cloneSchema: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The UUID of the clone operation. */
            readonly 200: {
                content: {
                    readonly "application/json": string;
                };
            };
        };
    };
    readonly getSchemaClone: {
        readonly parameters: {
            readonly path: {
                /** @description UUID of the operation. */
                readonly uuid: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The clone operation. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["CloneOperation"];
                };
            };
        };
    };
    readonly listErasures: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, createdAt. Default: id ascending */
                readonly sort?: readonly string[];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of erasures. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageErasure"];
                };
            };
        };
    };
    readonly requestErasure: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @description One session.
                     */
                    readonly sessionId?: string;
                    /** @description Every session with this reference. */
                    readonly reference?: string;
                    /** @description Every session that is over and was changed last longer ago than so many days. */
                    readonly olderThanDays?: number;
                };
            };
        };
        readonly responses: {
            /** @description The erasure, which has been queued. */
            readonly 202: {
                content: {
                    readonly "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    readonly getErasure: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The erasure. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Erasure"];
                };
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, url, enabled, createdDate. Default: id ascending */
                readonly sort?: readonly string[];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of webhooks. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageWebhook"];
                };
            };
        };
    };
    readonly createWebhook: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewWebhook"];
            };
        };
        readonly responses: {
            /** @description The webhook with its secret. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly replaceWebhook: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedWebhook"];
            };
        };
        readonly responses: {
            /** @description The webhook. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The new secret, shown once. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["RotatedWebhookSecret"];
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What the receiver answered. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookTestReply"];
                };
            };
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id. Default: id ascending */
                readonly sort?: readonly string[];
                /** @description Only deliveries in this state. */
                readonly state?: "PENDING" | "DELIVERED" | "DEAD";
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageWebhookDelivery"];
                };
            };
        };
    };
    readonly redeliverWebhookDelivery: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
                /** @description Id of the delivery. */
                readonly deliveryId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery, now pending. */
            readonly 202: {
                content: {
                    readonly "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
        };
    };
    readonly listOrganizations: {
        readonly parameters: {
            readonly query?: {
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name, publicKey, domain, autologinEnabled, appendDomainToLogin, type, tenantId. Default: id ascending */
                readonly sort?: readonly string[];
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of organizations. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageOrganization"];
                };
            };
        };
    };
    readonly updateOrganization: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedOrganization"];
            };
        };
        readonly responses: {
            /** @description The organization as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    readonly createOrganization: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrganizationWithUser"];
            };
        };
        readonly responses: {
            /** @description The organization. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    readonly getOrganization: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The organization. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    readonly deleteOrganization: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly getApiKeys: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description The organization and its public key. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ApiKeys"];
                };
            };
        };
    };
    readonly getSessionConfig: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description The setting as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["SessionConfig"];
                };
            };
        };
    };
    readonly replaceSessionConfig: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedSessionConfig"];
            };
        };
        readonly responses: {
            /** @description The setting as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["StoredSessionConfig"];
                };
            };
        };
    };
    readonly getOrganizationConfig: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings as they are now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["OrganizationConfig"];
                };
            };
        };
    };
    readonly updateOrganizationConfig: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedOrganizationConfig"];
            };
        };
        readonly responses: {
            /** @description The settings as they are now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["StoredOrganizationConfig"];
                };
            };
        };
    };
    readonly readBranding: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description The brand. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["FoundBrand"];
                };
            };
        };
    };
    readonly putBranding: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GivenBrand"];
            };
        };
        readonly responses: {
            /** @description The brand as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Brand"];
                };
            };
        };
    };
    readonly removeBranding: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly listPassKeys: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description All keys. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PassKeys"];
                };
            };
        };
    };
    readonly putPassKey: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GivenPassKey"];
            };
        };
        readonly responses: {
            /** @description The key as it is stored now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["StoredPassKey"];
                };
            };
        };
    };
    readonly deletePassKey: {
        readonly parameters: {
            readonly path: {
                /** @description The name of the key. */
                readonly kid: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly listPeople: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description All people. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["People"];
                };
            };
        };
    };
    readonly invitePerson: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewPerson"];
            };
        };
        readonly responses: {
            /** @description The invitation. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    readonly changePerson: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangedPerson"];
            };
        };
        readonly responses: {
            /** @description The person as it is now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    readonly removePerson: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly readSignOn: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["FoundSignOn"];
                };
            };
        };
    };
    readonly putSignOn: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GivenSignOn"];
            };
        };
        readonly responses: {
            /** @description The settings as they are now. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["SignOn"];
                };
            };
        };
    };
    readonly removeSignOn: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly login: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description E-mail address of the account. */
                    readonly username: string;
                    /** @description The user’s password. */
                    readonly password: string;
                    /** @description The organization to log in to, for a user of several. Absent: the oldest one that the password opens. */
                    readonly organizationId?: number | null;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The tokens and their user. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    readonly refreshLogin: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Renews the login; can be used once. Keep it secret. */
                    readonly refreshToken: string;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The tokens and their user. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    readonly logout: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Renews the login; can be used once. Keep it secret. */
                    readonly refreshToken?: string | null;
                    /** @description Access token of the login. Keep it secret. */
                    readonly token?: string | null;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description Ended. */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        /**
                         * @description Always true.
                         * @constant
                         */
                        readonly success: true;
                        /** @description Members of the body that are unknown and had no effect, such as `seats[].colour`. */
                        readonly warnings?: readonly string[];
                    };
                };
            };
        };
    };
    readonly getLogin: {
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user. */
            readonly 200: {
                content: {
                    readonly "application/json": {
                        /**
                         * @description Always true.
                         * @constant
                         */
                        readonly success: true;
                        readonly user: components["schemas"]["LoginUser"];
                    };
                };
            };
        };
    };
    readonly beginSignOn: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SignOnBeginning"];
            };
        };
        readonly responses: {
            /** @description The address of the provider. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["SignOnAddress"];
                };
            };
        };
    };
    readonly completeSignOn: {
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SignOnAnswer"];
            };
        };
        readonly responses: {
            /** @description The tokens and their user. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Login"];
                };
            };
        };
    };
    readonly acceptInvitation: {
        readonly parameters: {
            readonly path: {
                /** @description The token of the link. */
                readonly token: string;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InvitationPassword"];
            };
        };
        readonly responses: {
            /** @description Accepted. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
        };
    };
    readonly listEditorVenues: {
        readonly parameters: {
            readonly query?: {
                /** @description Part of the name; upper and lower case are the same. */
                readonly search?: string;
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name, address, lat, lng. Default: id ascending */
                readonly sort?: readonly string[];
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of venues. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageVenue"];
                };
            };
        };
    };
    readonly replaceEditorVenue: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Postal address, as one text. */
                    readonly address?: string | null;
                    /** @description Degrees north. */
                    readonly lat?: number | null;
                    /** @description Degrees east. */
                    readonly lng?: number | null;
                    /** @description The zone of the local times of its events, as an IANA name. Absent: as it is; null: not known. */
                    readonly timeZone?: string | null;
                    /** @description Optional; must be the login’s own organization. */
                    readonly orgId?: string | number | null;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The venue. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["StoredVenue"];
                };
            };
        };
    };
    readonly createEditorVenue: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Id of the object. */
                    readonly id?: null;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Postal address, as one text. */
                    readonly address?: string | null;
                    /** @description Degrees north. */
                    readonly lat?: number | null;
                    /** @description Degrees east. */
                    readonly lng?: number | null;
                    /** @description The zone of the local times of its events, as an IANA name. Absent: as it is; null: not known. */
                    readonly timeZone?: string | null;
                    /** @description Optional; must be the login’s own organization. */
                    readonly orgId?: string | number | null;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The venue. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["StoredVenue"];
                };
            };
        };
    };
    readonly deleteEditorVenueByQuery: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the object. */
                readonly id: number;
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly getEditorVenue: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The venue. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Venue"];
                };
            };
        };
    };
    readonly deleteEditorVenue: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly listEditorSchemas: {
        readonly parameters: {
            readonly query?: {
                /** @description Only schemas that are, or are not, still being drawn. */
                readonly isDraft?: boolean;
                /** @description Part of the name; upper and lower case are the same. */
                readonly search?: string;
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name. Default: id ascending */
                readonly sort?: readonly string[];
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the venue; null when there is none. */
                readonly venueId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of schemas. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageEditorSchema"];
                };
            };
        };
    };
    readonly updateEditorSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the venue; null when there is none. */
                readonly venueId: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: int64
                     * @description Id of the object.
                     */
                    readonly id: number;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Free text about the object. */
                    readonly description?: string | null;
                    /** @description A label for editors; it has no effect. */
                    readonly draft?: boolean | null;
                    /** @description Places of every area that is drawn without its own `capacity`. Existing areas without places get them when this is set. */
                    readonly gaCapacity?: number | null;
                    /** @description Optional; must be the login’s own organization. */
                    readonly orgId?: string | number | null;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The schema. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EditorSchema"];
                };
            };
        };
    };
    readonly createEditorSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the venue; null when there is none. */
                readonly venueId: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Id of the object. */
                    readonly id?: null;
                    /** @description Name of the object, as people read it. */
                    readonly name: string;
                    /** @description Free text about the object. */
                    readonly description?: string | null;
                    /** @description A label for editors; it has no effect. */
                    readonly draft?: boolean | null;
                    /** @description Places of every area that is drawn without its own `capacity`. Existing areas without places get them when this is set. */
                    readonly gaCapacity?: number | null;
                    /** @description Optional; must be the login’s own organization. */
                    readonly orgId?: string | number | null;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The schema. */
            readonly 201: {
                content: {
                    readonly "application/json": components["schemas"]["EditorSchema"];
                };
            };
        };
    };
    readonly deleteEditorSchemaByQuery: {
        readonly parameters: {
            readonly query: {
                /** @description Id of the object. */
                readonly id: number;
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the venue; null when there is none. */
                readonly venueId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly getEditorSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the venue; null when there is none. */
                readonly venueId: number;
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schema. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EditorSchema"];
                };
            };
        };
    };
    readonly deleteEditorSchema: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the venue; null when there is none. */
                readonly venueId: number;
                /** @description Id of the object. */
                readonly id: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted. */
            readonly 204: {
                content?: never;
            };
        };
    };
    readonly listEditorEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Id of the schema. */
                readonly schemaId?: number;
                /** @description Id of the venue; null when there is none. */
                readonly venueId?: number;
                /** @description Status of the object. */
                readonly status?: "DRAFT" | "PUBLISHED" | "ARCHIVED";
                /** @description Part of the name; upper and lower case are the same. */
                readonly search?: string;
                /** @description Number of the page, from 0. */
                readonly page?: number;
                /** @description Maximum number of items on a page. */
                readonly size?: number;
                /** @description property,(asc|desc), may be repeated; properties: id, name, startsAt, status. Default: id ascending */
                readonly sort?: readonly string[];
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of events. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["PageEditorEvent"];
                };
            };
        };
    };
    readonly getEditorEvent: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the object. */
                readonly id: string;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["EditorEvent"];
                };
            };
        };
    };
    readonly getDrawing: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when it is still current. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The whole seat map. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Drawing"];
                };
            };
        };
    };
    readonly updateDrawing: {
        readonly parameters: {
            readonly query?: {
                /** @description Also remove seats and areas that are sold or held. */
                readonly forceDelete?: boolean;
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: without it, the last write wins. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description Sections and areas, in layout order. */
                    readonly sectors?: readonly components["schemas"]["SentSector"][] | null;
                    /** @description Rows, in layout order. */
                    readonly rows?: readonly components["schemas"]["SentRow"][] | null;
                    /** @description Seats. */
                    readonly seats?: readonly components["schemas"]["SentSeat"][] | null;
                    /** @description Drawn shapes other than seats. */
                    readonly shapes?: readonly components["schemas"]["SentShape"][] | null;
                    /** @description All tables, boxes and booths: one that is left out is one no more. Absent: they stay; null: none. */
                    readonly units?: readonly components["schemas"]["SentDrawnUnit"][] | null;
                    /** @description A drawing under the seats: `backgroundSvg`, its `viewBox`, and `x`, `y`, `width`, `height` of its place on the plan. Up to 2,000,000 characters. Maps show only its plain drawing elements; null: no drawing. */
                    readonly vectorBackground?: ({
                        /** @description The drawing: a complete SVG document. */
                        readonly backgroundSvg?: string | null;
                    } & {
                        readonly [key: string]: unknown;
                    }) | null;
                    /** @description The part of the plan that visitors see first; null: everything. */
                    readonly clientViewBox?: ({
                        /** @description Position on the plan, to the right. */
                        readonly x: number;
                        /** @description Position on the plan, downwards. */
                        readonly y: number;
                        /** @description Width on the plan. */
                        readonly width: number;
                        /** @description Height on the plan. */
                        readonly height: number;
                    } & {
                        readonly [key: string]: unknown;
                    }) | null;
                    /** @description The point on the plan that the seats face: the best available seats are the nearest ones. null: the middle of the side with the smallest y. */
                    readonly focalPoint?: {
                        /** @description Position on the plan, to the right. */
                        readonly x: number;
                        /** @description Position on the plan, downwards. */
                        readonly y: number;
                    } | null;
                    /** @description The same as `forceDelete` in the query. */
                    readonly forceDelete?: boolean | null;
                    /** @description Optional; must be the login’s own organization. */
                    readonly orgId?: string | number | null;
                };
            };
        };
        readonly responses: {
            /** @description The whole seat map. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Drawing"];
                };
            };
        };
    };
    readonly getDrawingViewBox: {
        readonly parameters: {
            readonly query?: {
                /** @description Optional; must be the login’s own organization. */
                readonly orgId?: string | number | null;
            };
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The corner and the size, in the units of the plan. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["ViewBox"];
                };
            };
        };
    };
    readonly listUnits: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Units"];
                };
            };
        };
    };
    readonly setUnits: {
        readonly parameters: {
            readonly path: {
                /** @description Id of the schema. */
                readonly schemaId: number;
            };
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LayoutUnits"];
            };
        };
        readonly responses: {
            /** @description All of them. */
            readonly 200: {
                content: {
                    readonly "application/json": components["schemas"]["Units"];
                };
            };
        };
    };
}
