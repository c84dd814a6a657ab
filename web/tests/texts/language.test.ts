import { expect, it } from "vitest";
import { language } from "../../src/settings/preferences";
import { texts } from "../../src/texts";
import { en } from "../../src/texts/en";

it("uses the language chosen last, even if another loads later", async () => {
  language.value = "tr"; // comes over the network
  language.value = "en"; // is there
  const { tr } = await import("../../src/texts/tr");
  await new Promise((done) => setTimeout(done)); // whatever waits for it has had its turn
  expect(texts.value).toBe(en);
  expect(document.documentElement.lang).toBe("en");
  language.value = "tr";
  await expect.poll(() => texts.value).toBe(tr);
  expect(document.documentElement.lang).toBe("tr");
});
