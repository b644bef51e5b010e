/** Small decoders for JSON of unknown shape: each checks and names the place. */

/** Turns an unknown value into a `T`, or throws a `DecodeError`. */
export type Decode<T> = (value: unknown, place: string) => T;

/** What a decoder makes. */
export type Decoded<D> = D extends Decode<infer T> ? T : never;

/** A message that is not what the protocol says. */
export class DecodeError extends Error {}

const wrong = (place: string, wanted: string): never => {
  throw new DecodeError(`${place} is not ${wanted}`);
};

export const text: Decode<string> = (value, place) =>
  typeof value === "string" ? value : wrong(place, "a text");

export const number: Decode<number> = (value, place) =>
  typeof value === "number" && Number.isFinite(value) ? value : wrong(place, "a number");

/** JSON has no NaN and no ∞: the server says null. */
export const numberOrNaN: Decode<number> = (value, place) =>
  value === null ? NaN : number(value, place);

export const index: Decode<number> = (value, place) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : wrong(place, "an index");

export const boolean: Decode<boolean> = (value, place) =>
  typeof value === "boolean" ? value : wrong(place, "true or false");

/** A value of an option, as text whatever it was. */
export const scalarText: Decode<string> = (value, place) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : wrong(place, "a text, number or boolean");

/** Null and left out are the same. */
export const nullable =
  <T>(decode: Decode<T>): Decode<T | null> =>
  (value, place) =>
    value === null || value === undefined ? null : decode(value, place);

export const withDefault =
  <T>(decode: Decode<T>, fallback: T): Decode<T> =>
  (value, place) =>
    value === null || value === undefined ? fallback : decode(value, place);

export const list =
  <T>(decode: Decode<T>): Decode<T[]> =>
  (value, place) =>
    Array.isArray(value)
      ? value.map((item, i) => decode(item, `${place}[${i}]`))
      : wrong(place, "a list");

export const vector3: Decode<[number, number, number]> = (value, place) => {
  const numbers = list(number)(value, place);
  return numbers.length === 3 ? (numbers as [number, number, number]) : wrong(place, "three numbers");
};

const entries: Decode<Record<string, unknown>> = (value, place) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : wrong(place, "an object");

export const dictionary =
  <T>(decode: Decode<T>): Decode<Record<string, T>> =>
  (value, place) =>
    Object.fromEntries(
      Object.entries(entries(value, place)).map(([key, item]) => [key, decode(item, `${place}.${key}`)]),
    );

/** An object with these keys; others are left out of the result. */
export const record =
  <T>(fields: { [K in keyof T]: Decode<T[K]> }): Decode<T> =>
  (value, place) => {
    const found = entries(value, place);
    const result = {} as T;
    for (const key of Object.keys(fields) as (keyof T & string)[]) {
      result[key] = fields[key](found[key], `${place}.${key}`);
    }
    return result;
  };

export const oneOf =
  <T extends string>(...allowed: T[]): Decode<T> =>
  (value, place) =>
    allowed.includes(value as T) ? (value as T) : wrong(place, `one of ${allowed.join(", ")}`);
