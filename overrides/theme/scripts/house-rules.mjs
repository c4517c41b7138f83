// <house-rules>: on each page of a game, how many house rules are in force in it. Where none is, there is nothing.

import { PageElement } from "./element.mjs";
import { message } from "./messages.mjs";
import { houseRules, preferences } from "./preferences.mjs";

class HouseRules extends PageElement {
  connectedCallback() {
    this.#tell();
    preferences.addEventListener("change", () => this.#tell(), this.whileHere);
  }

  #tell() {
    const count = houseRules(this.dataset.system ?? "");
    document.documentElement.toggleAttribute("data-house-rules", count > 0); // main.html has said so before the page was drawn
    const link = this.querySelector("a");
    if (link) link.textContent = message(count === 1 ? "houserule" : "houserules").replace("{n}", String(count));
  }
}

if (!customElements.get("house-rules")) customElements.define("house-rules", HouseRules);
