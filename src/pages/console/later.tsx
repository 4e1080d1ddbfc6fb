/** Pages whose code is loaded when one of them is opened: most people never open them. */
import type { ComponentChild } from 'preact';
import { Read, useReading } from './reading.tsx';

interface Properties<Module> {
  /** Also its key: another module must not be shown by these children. */
  readonly name: string;
  readonly load: () => Promise<Module>;
  readonly children: (module: Module) => ComponentChild;
}

export function Later<Module>({ name, load, children }: Properties<Module>): ComponentChild {
  return <Read reading={useReading(name, load)}>{children}</Read>;
}
