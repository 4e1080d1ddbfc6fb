/** Paging queries and page objects. */
import { check } from '#codec/check.ts';
import { pageInMemory, pageOf, pagingQuery } from '#http/pipeline/paging.ts';

const query = pagingQuery(['id', 'name']);

function paging(sent: object) {
  const result = check(query, sent);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.value;
}

function refusalOf(sent: object) {
  const result = check(query, sent);
  return result.ok ? null : result.errors.map(({ field, code }) => `${field} ${code}`).join();
}

describe('a paging query', () => {
  test('defaults to the first 20, unsorted', () => expect(paging({})).toEqual({ page: 0, size: 20, sort: [] }));

  test('sorts by one property or by several, ascending by default', () => {
    expect(paging({ page: '3', size: '100', sort: 'name' }).sort).toEqual([{ property: 'name', isDescending: false }]);
    expect(paging({ sort: ['name,desc', 'id,asc'] }).sort).toEqual([
      { property: 'name', isDescending: true },
      { property: 'id', isDescending: false },
    ]);
  });

  test.each([
    [{ page: '-1' }, 'page MIN'],
    [{ page: 'x' }, 'page TYPE'],
    [{ page: ['1', '2'] }, 'page TYPE'],
    [{ size: '0' }, 'size MIN'],
    [{ size: '101' }, 'size MAX'],
    [{ sort: 'secret' }, 'sort UNKNOWN_VALUE'],
    [{ sort: 'name,up' }, 'sort UNKNOWN_VALUE'],
    [{ sort: 'name,asc,id' }, 'sort UNKNOWN_VALUE'],
    [{ sort: ['id', ''] }, 'sort UNKNOWN_VALUE'],
  ])('%j is refused', (sent, refusal) => expect(refusalOf(sent)).toBe(refusal));
});

describe('a page', () => {
  const items = [5, 3, 1, 4, 2].map((id) => ({ id, name: id % 2 === 0 ? 'even' : 'odd' }));
  const pageFor = (sent: object) => pageInMemory(items, paging(sent), (item, property) => item[property]);

  test('has every member of the contract', () => {
    expect(pageFor({ page: '1', size: '2' })).toEqual({
      content: [
        { id: 3, name: 'odd' },
        { id: 4, name: 'even' },
      ],
      pageable: {
        paged: true,
        unpaged: false,
        pageNumber: 1,
        pageSize: 2,
        offset: 2,
        sort: { sorted: false, unsorted: true, empty: true },
      },
      totalPages: 3,
      totalElements: 5,
      first: false,
      last: false,
      empty: false,
      size: 2,
      number: 1,
      numberOfElements: 2,
      sort: { sorted: false, unsorted: true, empty: true },
    });
  });

  test('says whether it is the first, the last or beyond the last', () => {
    expect(pageFor({ size: '2' })).toMatchObject({ first: true, last: false, numberOfElements: 2 });
    expect(pageFor({ page: '2', size: '2' })).toMatchObject({ first: false, last: true, numberOfElements: 1 });
    expect(pageFor({ page: '9', size: '2' })).toMatchObject({ last: true, empty: true, content: [], totalPages: 3 });
  });

  test('without entries is first, last and empty', () => {
    expect(pageOf([], 0, paging({}))).toMatchObject({
      first: true,
      last: true,
      empty: true,
      totalPages: 0,
      totalElements: 0,
    });
  });

  test('is sorted as asked, ties by id', () => {
    const sorted = pageFor({ sort: ['name,desc', 'id,desc'] });
    expect(sorted.content.map(({ id }) => id)).toEqual([5, 3, 1, 4, 2]);
    expect(sorted.sort).toEqual({ sorted: true, unsorted: false, empty: false });
    expect(pageFor({ sort: 'name' }).content.map(({ id }) => id)).toEqual([2, 4, 1, 3, 5]);
  });

  test('has null values last', () => {
    const page = pageInMemory(items, paging({ sort: 'name' }), ({ id }) => (id === 1 ? null : id));
    expect(page.content.map(({ id }) => id)).toEqual([2, 3, 4, 5, 1]);
  });
});
