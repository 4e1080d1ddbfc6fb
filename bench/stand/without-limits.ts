/**
 * Settings that switch off the limits per client. The load comes from one address, and rate limiting is not what is
 * measured: every service that a benchmark, a soak, a drill or a test starts gets these unless it sets a limit.
 */
export const withoutLimits = {
  SESSIONS_PER_ADDRESS_PER_MINUTE: '0',
  CALLS_PER_SESSION_PER_SECOND: '0',
  LOGINS_PER_ADDRESS_PER_MINUTE: '0',
  STREAM_VIEWERS_PER_ADDRESS_MAX: '0',
  EMPTY_SESSIONS_PER_EVENT_MAX: '0',
} as const;
