/** Flights of a map's camera, in a window whose size changes. */
import { Camera } from '../../src/pages/shared/camera.ts';
import { Flight } from '../../src/pages/shared/flight.ts';

const flightMs = 1_000;

/** A hall of 1,000 by 500 in a window of 800 by 400, of which a part is seen. */
function nearCamera(): Camera {
  const camera = new Camera();
  camera.resize(800, 400);
  camera.load({ x: 0, y: 0, width: 1_000, height: 500 }, 25);
  camera.move({ x: 300, y: 200, scale: 2 });
  return camera;
}

const end = (flight: Flight): void => flight.goOn(performance.now() + flightMs);

test('a flight to the whole plan shows the whole plan, also when the window is narrowed meanwhile', () => {
  const camera = nearCamera();
  const flight = new Flight(camera);
  flight.begin(camera.whole);
  flight.resize(300, 400);
  flight.resize(200, 400);
  end(flight);
  expect(camera.isWhole).toBe(true);
});

test('a flight to a part of the plan goes there in a window of any size', () => {
  const camera = nearCamera();
  const flight = new Flight(camera);
  const part = { x: 600, y: 300, scale: 2 };
  flight.begin(part);
  flight.resize(300, 400);
  end(flight);
  expect(camera.view).toEqual(part);
});

test('a view of the whole plan stays one', () => {
  const camera = nearCamera();
  const flight = new Flight(camera);
  camera.move(camera.whole);
  flight.resize(200, 400);
  expect(camera.isWhole).toBe(true);
});
