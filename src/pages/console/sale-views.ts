/** The views with the rules of an event's sale, which the console loads together. */
export { AllotmentsView } from './allotments-view.tsx';
export { OnSaleView } from './on-sale-view.tsx';
export { PricesView } from './prices-view.tsx';
export { UnitsView } from './units-view.tsx';
