/** Of lines of nineteen characters. */
export const columns = [
  { name: 'ArtNr', start: 1, length: 6 },
  { name: 'Name', start: 7, length: 8 },
  { name: 'Bestand', start: 15, length: 5 },
];
