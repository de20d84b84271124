/**
 * The shape of a JSON value: a type, an object by its fields (`name?` may be absent), a list as an array of one
 * shape, or alternatives as an array of several.
 */
export type Shape =
  | 'any'
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | readonly [Shape, ...Shape[]]
  | { readonly [field: string]: Shape };

/** Whether a value has a shape; an object may have more fields than the shape names. */
export function hasShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') {
    return shape === 'any' || shape === (value === null ? 'null' : typeof value);
  }
  if (isShapeArray(shape)) {
    const [item, ...others] = shape;
    if (others.length > 0) return shape.some((alternative) => hasShape(value, alternative));
    return Array.isArray(value) && value.every((element) => hasShape(element, item));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(shape).every(([field, expected]) => {
    const name = field.replace(/\?$/, '');
    const content: unknown = Reflect.get(value, name);
    return content === undefined ? name !== field : hasShape(content, expected);
  });
}

function isShapeArray(shape: Exclude<Shape, string>): shape is readonly [Shape, ...Shape[]] {
  return Array.isArray(shape);
}

/** Creates a reader of answers with this shape, which must be that of `Answer`. */
export function makeReader<Answer>(shape: Shape): (answer: unknown) => Answer {
  return (answer) => {
    if (!hasShape(answer, shape)) throw new Error('The answer has another shape');
    return answer as Answer;
  };
}
