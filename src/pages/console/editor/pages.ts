/** The pages of venues and their layouts, which the console loads together. */
export { EditorPage } from './editor-page.tsx';
export { NewLayoutPage } from './new-layout-page.tsx';
export { VenuesPage } from './venues-page.tsx';
