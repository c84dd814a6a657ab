// The units of a drawing.

export const U = 48; // drawing units per cell

const round = (n: number) => +(n * U).toFixed(2);
export const point = (x: number, y: number) => `${round(x)} ${round(y)}`;
