/** A real Redis of a test's own, on a free port: from the PATH, otherwise from Debian's packages. Never skipped. */
export { type RedisServer, startRedis } from '../../bench/stand/redis/server.ts';
