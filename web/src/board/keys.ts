// The keys of a board.

export const ARROWS: { [key: string]: [number, number] } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isTyping = (it: EventTarget | null) =>
  it instanceof HTMLInputElement ||
  it instanceof HTMLTextAreaElement ||
  it instanceof HTMLSelectElement;
