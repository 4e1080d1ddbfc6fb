/**
 * The Lua scripts of the baselines with Redis. KEYS: seat map, cart. ARGV: session, seats. A cart that does not exist has
 * expired.
 */

/** Takes the seats; answers the cart, or nothing when it is refused. */
export const holdScript = `
  if redis.call('EXISTS', KEYS[2]) == 0 then return false end
  local seats = {unpack(ARGV, 2)}
  local owners = redis.call('HMGET', KEYS[1], unpack(seats))
  for _, owner in ipairs(owners) do
    if owner and owner ~= ARGV[1] then return false end
  end
  local owned, lines = {}, {}
  for index, seat in ipairs(seats) do
    owned[2 * index - 1], owned[2 * index] = seat, ARGV[1]
    lines[2 * index - 1], lines[2 * index] = seat, '50 EUR'
  end
  redis.call('HSET', KEYS[1], unpack(owned))
  redis.call('HSET', KEYS[2], unpack(lines))
  return redis.call('HGETALL', KEYS[2])`;

/** Gives back those of the seats that the session has. */
export const unholdScript = `
  if redis.call('EXISTS', KEYS[2]) == 0 then return false end
  local mine = {}
  for index = 2, #ARGV do
    if redis.call('HGET', KEYS[1], ARGV[index]) == ARGV[1] then mine[#mine + 1] = ARGV[index] end
  end
  if #mine > 0 then
    redis.call('HDEL', KEYS[1], unpack(mine))
    redis.call('HDEL', KEYS[2], unpack(mine))
  end
  return redis.call('HGETALL', KEYS[2])`;
