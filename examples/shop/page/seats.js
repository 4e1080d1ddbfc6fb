/** The page with the map: says so when the map cannot be shown. Loaded before the map, so that it hears everything. */
const map = document.querySelector('usher-map');
const failed = document.getElementById('failed');

map.addEventListener('usher-failed', () => {
  failed.hidden = false;
});
map.addEventListener('usher-ready', () => {
  failed.hidden = true;
});
// The way to the payment is a button of the map. It leads to the shop with a code that stands for the order.
map.addEventListener('usher-checked-out', () => map.scrollIntoView({ block: 'nearest' }));
