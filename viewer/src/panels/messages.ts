/** Errors as toasts, and a banner while the server is away. */

import { button, element } from "../page/elements";
import type { Session } from "../page/session";

const SHOWN_MS = 8000;
const MOST = 4;

export function messages(session: Session): HTMLElement[] {
  const toasts = element("div", { className: "toasts" });
  toasts.setAttribute("role", "log");
  toasts.setAttribute("aria-label", "Messages");
  const show = (message: string, stays: boolean) => {
    const same = [...toasts.children].find((toast) => (toast as HTMLElement).dataset.message === message);
    same?.remove();
    const close = button("×", "Close", () => toast.remove());
    close.setAttribute("aria-label", "Close message");
    const toast = element("div", { className: "toast" }, element("span", { textContent: message }), close);
    toast.dataset.message = message;
    toast.setAttribute("role", "alert");
    toasts.append(toast);
    while (toasts.children.length > MOST) toasts.firstElementChild?.remove();
    if (!stays) setTimeout(() => toast.remove(), SHOWN_MS);
  };
  session.on("error", ({ message }) => show(message, false));
  session.on("world", ({ damage }) => damage && show(damage, true));
  const banner = element("div", {
    className: "banner",
    hidden: true,
    textContent: "The server does not answer. Trying again every second …",
  });
  banner.setAttribute("role", "status");
  session.on("connection", (connected) => (banner.hidden = connected));
  return [toasts, banner];
}
