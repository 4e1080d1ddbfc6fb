/** The texts of orders, reports, the past and the history of seats, in English. Defines the keys of the other languages. */
const english = {
  saveAsCsv: 'Save as CSV',
  readingTable: 'Reading the table…',
} as const;

export default english;
