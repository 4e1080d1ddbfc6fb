/**
 * Counts what has happened to one event since its actor was loaded, for plots of its activity. Only additions on the hot
 * path; decided in memory, durable or not.
 */
export class EventTally {
  /** Sessions created. */
  created = 0;
  /** Calls that held seats or places. */
  holds = 0;
  checkouts = 0;
  confirmations = 0;
  /** Sessions and locks whose time ran out. */
  expiries = 0;
}
