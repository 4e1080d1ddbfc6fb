/** The views that set an event up, and the form that makes one, which the console loads together. */
export { BeforeSale } from './before-sale.tsx';
export { NewEventForm } from './new-event-form.tsx';
export { PaintingView } from './painting-view.tsx';
export { SetupView } from './setup-view.tsx';
