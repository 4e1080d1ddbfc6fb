/** The parser of wrk's output. */
import { describe, expect, test } from '@jest/globals';
import { resultOf } from '../../bench/load/wrk.ts';

const head = `Running 3s test @ http://127.0.0.1:8080
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.31ms    1.02ms  20.11ms   91.20%
    Req/Sec    27.91k     2.17k   31.02k    70.00%
  Latency Distribution
     50%    2.10ms
     75%    2.61ms
     90%    3.22ms
     99%  850.00us
`;

describe('the output of wrk', () => {
  test('is read as calls, calls a second and milliseconds', () => {
    const result = resultOf(`${head}  83721 requests in 3.00s, 30.10MB read\nRequests/sec:  27907.00\n`);
    expect(result).toEqual({ calls: 83_721, perSecond: 27_907, p99Ms: 0.85, failed: 0 });
  });

  test('is read with all failed calls', () => {
    const text = `${head}  600 requests in 1.00m, 30.10MB read
  Socket errors: connect 1, read 2, write 3, timeout 4
  Non-2xx or 3xx responses: 10
`;
    expect(resultOf(text)).toMatchObject({ calls: 600, perSecond: 10, failed: 20 });
  });

  test('is shown when it cannot be read', () => {
    expect(() => resultOf('unable to connect to 127.0.0.1:1 Connection refused')).toThrow(/Connection refused/);
  });
});
