/**
 * Gives every test and every hook a limit, because the runner has none: a test that hangs fails, and the run goes on.
 * The limit is no expectation: on a busy machine everything takes longer. Runs of long tests raise it with TEST_MINUTES.
 */

const limitMinutes = Number(process.env.TEST_MINUTES ?? 10);

type Body = (...args: readonly unknown[]) => unknown;

function limited(body: Body): Body {
  return async (...args) => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((_, reject) => {
      const fail = () => reject(new Error(`takes longer than ${limitMinutes} minutes`));
      timer = setTimeout(fail, limitMinutes * 60_000);
    });
    try {
      return await Promise.race([body(...args), limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Limits the functions that are passed to `register`, to its members such as `test.only`, and to what `test.each` returns. */
function limiting<Register extends (...args: never) => unknown>(register: Register): Register {
  const wrapped = (value: unknown) => (typeof value === 'function' ? limiting(value as Register) : value);
  return new Proxy(register, {
    apply: (target, self, args) =>
      wrapped(
        Reflect.apply(
          target,
          self,
          args.map((arg: unknown) => (typeof arg === 'function' ? limited(arg as Body) : arg)),
        ),
      ),
    get: (target, name) => wrapped(Reflect.get(target, name)),
  });
}

Object.assign(globalThis, {
  test: limiting(test),
  beforeAll: limiting(beforeAll),
  afterAll: limiting(afterAll),
  beforeEach: limiting(beforeEach),
  afterEach: limiting(afterEach),
});
