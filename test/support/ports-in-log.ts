/** Finds the ports of a service process in its log. */
import type { Ports } from '#wiring/listeners.ts';

/** Null until it is ready. */
export function portsInLog(log: string): Ports | null {
  const [, operationsPort, port] = /"operationsPort":(\d+),"port":(\d+),"msg":"ready"/.exec(log) ?? [];
  return port === undefined ? null : { port: Number(port), operationsPort: Number(operationsPort) };
}
