/** A real Redis for a test: its own, on a free port. Found on the PATH, else unpacked from Debian's packages; never skipped. */
export { type RedisServer, startRedis } from '../../bench/redis/server.ts';
