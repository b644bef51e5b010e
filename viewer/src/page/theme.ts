/** Light or dark: what the system prefers, or what was chosen here. */

const KEY = "stickslip.theme";
const preferred = window.matchMedia("(prefers-color-scheme: dark)");
const listeners: (() => void)[] = [];

type Theme = "auto" | "light" | "dark";

let chosen: Theme = (localStorage.getItem(KEY) as Theme | null) ?? "auto";

export const isDark = (): boolean => (chosen === "auto" ? preferred.matches : chosen === "dark");
export const theme = (): Theme => chosen;

/** Calls when the colours change. */
export function onThemeChange(listener: () => void): void {
  listeners.push(listener);
}

/** Goes on to the next of auto, light and dark. */
export function nextTheme(): void {
  chosen = chosen === "auto" ? (preferred.matches ? "light" : "dark") : chosen === "dark" ? "light" : "dark";
  localStorage.setItem(KEY, chosen);
  apply();
}

function apply(): void {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  for (const listener of listeners) listener();
}

preferred.addEventListener("change", apply);
apply();
