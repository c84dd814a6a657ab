// Every test file starts with a fresh page: an empty storage, and the modules as they are when the
// page opens. The files share a thread and the packages: to load those for each takes five times as
// long as the tests.
import { vi } from "vitest";

localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
vi.resetModules();
// What another file has put in place of the browser's own.
for (const name of ["serviceWorker", "vibrate"]) Reflect.deleteProperty(navigator, name);
