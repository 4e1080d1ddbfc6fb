/** The views that prove what was sold and what happened, which the console loads together. */
export { OrdersView } from './orders-view.tsx';
export { PastView } from './past-view.tsx';
export { ReportView } from './report-view.tsx';
