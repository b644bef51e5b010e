/** A WebSocket that comes back: after a loss it is tried again every second. */

const RETRY_MS = 1000;

export interface SocketEvents {
  open: () => void;
  lost: () => void;
  text: (source: string) => void;
  binary: (buffer: ArrayBuffer) => void;
}

/** The other side, whatever it is. */
export interface Connection {
  send(source: string): void;
}

export class Socket implements Connection {
  private socket: WebSocket | null = null;

  constructor(
    private readonly address: string,
    private readonly events: SocketEvents,
  ) {
    this.connect();
  }

  /** Sends a text; without a connection it is dropped. */
  send(source: string): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(source);
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.events.open();
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.events.text(data);
      else if (data instanceof ArrayBuffer) this.events.binary(data);
    };
    socket.onclose = () => {
      this.events.lost();
      setTimeout(() => this.connect(), RETRY_MS);
    };
    this.socket = socket;
  }
}

/** Where the server listens that this page came from. */
export function socketAddress(page: Location): string {
  return `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}/socket`;
}
