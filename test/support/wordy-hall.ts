/** A hall whose texts are hard to draw: very long names, names that run from right to left, and no name at all. */
export const longName =
  'Orchestra right, restricted view behind the sound desk and the second pillar, only with a companion';
const rightToLeftName = 'المقاعد الأمامية';

const rows = (names: readonly string[], seatCount: number) => names.map((name) => ({ name, seatCount }));

export const wordyHall = {
  name: 'Wordy hall',
  sections: [
    { name: longName, x: 0, y: 0, rows: rows(['A', 'B', 'A very long row name that nobody expects'], 14) },
    { name: rightToLeftName, x: 420, y: 0, rows: rows(['א', 'ב', 'ג'], 12) },
    { name: '<b>Balcony</b> & "boxes"', x: 0, y: 220, rows: rows(['1', '2'], 20) },
    {
      name: 'Standing \u202eforged\u202c area with a name that is much longer than its box',
      ga: true,
      capacity: 40,
      x: 420,
      y: 220,
      width: 220,
      height: 60,
    },
  ],
};
