/** Questions share a query without being answered by one that was sent before they were asked. */
import { BatchedQuery } from '#storage/database/batched-query.ts';
import { flushPromises } from '../../support/simulated-world.ts';

interface Sent {
  readonly questions: readonly number[];
  readonly end: PromiseWithResolvers<readonly string[]>;
}

/** A query whose answers the test gives. */
function queryOf() {
  const sent: Sent[] = [];
  const batched = new BatchedQuery<number, string>((questions) => {
    const end = Promise.withResolvers<readonly string[]>();
    sent.push({ questions, end });
    return end.promise;
  });
  const answer = async (place: number): Promise<void> => {
    const { questions, end } = sent[place] as Sent;
    end.resolve(questions.map((question) => `answer ${question}`));
    await flushPromises();
  };
  return { sent, batched, answer };
}

test('questions of one iteration of the loop share a query, and each gets its own answer', async () => {
  const { sent, batched, answer } = queryOf();
  const asked = [batched.ask(1), batched.ask(2), batched.ask(1)];
  expect(sent).toEqual([]);
  await flushPromises();
  await answer(0);
  expect(await Promise.all(asked)).toEqual(['answer 1', 'answer 2', 'answer 1']);
  expect(sent).toHaveLength(1);
});

test('questions that are asked while a query is in flight wait for the next one and share it', async () => {
  const { sent, batched, answer } = queryOf();
  const first = batched.ask(1);
  await flushPromises();
  const later = [batched.ask(2), batched.ask(3)];
  await flushPromises();
  expect(sent.map(({ questions }) => questions)).toEqual([[1]]);
  await answer(0);
  expect(await first).toBe('answer 1');
  expect(sent.map(({ questions }) => questions)).toEqual([[1], [2, 3]]);
  await answer(1);
  expect(await Promise.all(later)).toEqual(['answer 2', 'answer 3']);
});

test('questions beyond the bound wait for the next query', async () => {
  const sizes: number[] = [];
  const echo = async (questions: readonly number[]) => {
    sizes.push(questions.length);
    return questions;
  };
  const batched = new BatchedQuery<number, number>(echo, { questionsMax: 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map((question) => batched.ask(question)))).toEqual([1, 2, 3, 4, 5]);
  expect(sizes).toEqual([2, 2, 1]);
});

test('a failed query rejects its own questions only, and the next question is asked', async () => {
  const { sent, batched, answer } = queryOf();
  const failing = batched.ask(1);
  const refused = expect(failing).rejects.toThrow('no database');
  await flushPromises();
  const next = batched.ask(2);
  (sent[0] as Sent).end.reject(new Error('no database'));
  await refused;
  await flushPromises();
  await answer(1);
  expect(await next).toBe('answer 2');
  const last = batched.ask(3);
  await flushPromises();
  await answer(2);
  expect(await last).toBe('answer 3');
});
