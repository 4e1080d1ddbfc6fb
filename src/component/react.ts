/**
 * The map as a component of React: mounts the element, hands changed options on, and calls the callbacks of the last
 * render. A change of callbacks changes nothing on the map.
 */
import { type CSSProperties, createElement, forwardRef, useEffect, useImperativeHandle, useRef } from 'react';
import { callbackOf, type UsherMapElement } from './element.ts';
import { mount } from './index.ts';
import { MapError } from './map-error.ts';
import type { Callbacks, MapMethods, MapOptions } from './options.ts';
import type { FailedNews } from './order.ts';

export interface UsherMapProps extends MapOptions {
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** `ref`: the methods. They reject until the component is mounted. */
export const UsherMap = forwardRef<MapMethods, UsherMapProps>(function UsherMap({ className, style, ...options }, ref) {
  const place = useRef<HTMLDivElement>(null);
  const map = useRef<UsherMapElement | null>(null);
  const last = useRef(options);
  const shown = useRef(options);
  last.current = options;

  useEffect(() => {
    if (place.current === null) return;
    shown.current = last.current;
    const mounted = mount(place.current, { ...last.current, ...callingLast(last) });
    map.current = mounted;
    return () => {
      map.current = null;
      mounted.destroy();
    };
  }, []);

  useEffect(() => {
    const changed = changesOf(shown.current, options);
    shown.current = options;
    if (Object.keys(changed).length > 0) void map.current?.changeOptions(changed).catch(() => {});
  });

  useImperativeHandle(ref, () => methodsOf(map));
  return createElement('div', { ref: place, className, style });
});

type Options = MapOptions & Callbacks;
interface Current<Value> {
  readonly current: Value;
}

const isCallback = (name: string): boolean => /^on[A-Z]/.test(name);

/** Callbacks that call those of the last render. */
function callingLast(last: Current<Options>): Callbacks {
  const callbacks = Object.values(callbackOf).map((name) => [name, (news: never) => last.current[name]?.(news)]);
  // Without anybody who listens a failure must not stay silent.
  const onFailed = (news: FailedNews) => (last.current.onFailed ?? report)(news);
  return { ...Object.fromEntries(callbacks), onFailed };
}

function report(news: FailedNews): void {
  reportError(new MapError(news));
}

/** Compared by content: a render makes new objects of the same options. */
function changesOf(before: Options, after: Options): Partial<Options> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof Options>;
  const changed = [...names].filter((name) => !isCallback(name) && !isSame(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** A function is another one with every render, and the first one is kept. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'function' && typeof other === 'function') return true;
  return JSON.stringify(one) === JSON.stringify(other);
}

const names = [
  'select',
  'deselect',
  'clear',
  'bestAvailable',
  'checkout',
  'startOver',
  'zoomTo',
  'changeOptions',
] as const;

function methodsOf(map: Current<UsherMapElement | null>): MapMethods {
  const call = (name: (typeof names)[number]) => (argument: never) => {
    const method = map.current?.[name] as ((value: never) => Promise<unknown>) | undefined;
    return method?.call(map.current, argument) ?? Promise.reject(new Error('The map is not mounted.'));
  };
  const methods = Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Omit<MapMethods, 'destroy'>;
  return { ...methods, destroy: () => map.current?.destroy() };
}
