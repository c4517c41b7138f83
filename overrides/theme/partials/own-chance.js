{# <own-chance data-system data-rule>: the chances that the reader's own character has by a rule. It stands in the page as a
   script of the head, so that it is filled in as the page is read, and nothing moves when it comes. -#}
customElements.define("own-chance", class extends HTMLElement {
  connectedCallback() {
    this.replaceChildren(...this.told());
  }

  told() {
    try {
      const { characters, me } = JSON.parse(localStorage.getItem("rulebook-roster"));
      const { due, told } = characters.find(({ id }) => id === me[this.dataset.system]);
      if (due) return []; // told under other house rules
      const { name, chances } = told;
      const language = document.documentElement.lang.slice(0, 2);
      const made = (tag, text, value) => Object.assign(document.createElement(tag), { textContent: text, value });
      const lines = chances[this.dataset.rule].map(({ label, chance, exact, before, was }) => {
        const line = made("span", `${label[language]} `);
        line.append(...(before ? [made("data", before, was), " → "] : []), made("data", chance, exact));
        return line;
      });
      return lines.length ? [made("b", name[language]), ...lines.flatMap((line) => [" ", line])] : [];
    } catch {
      return []; // nobody is kept, or somebody else has written there
    }
  }
});
