/** By how much y grows for each x, by least squares. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const along = points.map(([x, y]) => (x - meanX) * (y - meanY));
  const across = points.map(([x]) => (x - meanX) ** 2);
  return mean(along) / mean(across);
}
