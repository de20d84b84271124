/** The slope of the least-squares line through points of at least two different x. */
export function fitSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const crossDeviations = points.map(([x, y]) => (x - meanX) * (y - meanY));
  const squaredDeviations = points.map(([x]) => (x - meanX) ** 2);
  return mean(crossDeviations) / mean(squaredDeviations);
}
