/** The box office of an event, which the console loads when it is opened. */
export { CounterView } from './counter-view.tsx';
