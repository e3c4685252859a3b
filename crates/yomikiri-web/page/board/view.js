// The part of the plane that the board shows: dragging, zooming, fitting.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class View {
  /** @param {SVGSVGElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Box} */
    this.box = { x: 0, y: 0, width: 100, height: 100 };
    /** Whether somebody has moved it: then it follows the board no longer. */
    this.isFree = false;
    /** @type {Map<number, PointerEvent>} */
    this.pointers = new Map();
    this.moved = 0;
    root.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    root.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, event);
      if (this.pointers.size === 1) this.moved = 0;
    });
    root.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      root.addEventListener(end, (event) => this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /** Whether the last press was a drag and no click. */
  get dragged() {
    return this.moved > 8;
  }

  /** Shows a box in full. @param {Box} box */
  fit(box) {
    this.isFree = false;
    this.show(box);
  }

  /** @param {Box} box */
  show(box) {
    this.box = box;
    this.root.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /** Units of the drawing for a pixel. */
  get scale() {
    const { width, height } = this.root.getBoundingClientRect();
    return Math.max(this.box.width / width, this.box.height / height);
  }

  /** Zooms by a factor around a place on the screen, or around the middle. @param {number} factor @param {{clientX: number, clientY: number}} [at] */
  zoom(factor, at) {
    const rect = this.root.getBoundingClientRect();
    const width = Math.min(30000, Math.max(150, this.box.width * factor));
    const real = width / this.box.width;
    const x = at ? (at.clientX - rect.left) / rect.width : 0.5;
    const y = at ? (at.clientY - rect.top) / rect.height : 0.5;
    this.isFree = true;
    this.show({
      x: this.box.x + this.box.width * (1 - real) * x,
      y: this.box.y + this.box.height * (1 - real) * y,
      width,
      height: this.box.height * real,
    });
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 100) * 0.002), event);
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    this.moved += Math.hypot(dx, dy);
    const others = [...this.pointers.values()].filter((other) => other.pointerId !== event.pointerId);
    this.pointers.set(event.pointerId, event);
    if (others.length === 1) {
      const distance = (/** @type {PointerEvent} */ a) => Math.hypot(a.clientX - others[0].clientX, a.clientY - others[0].clientY);
      this.zoom(distance(before) / Math.max(1, distance(event)), event);
    } else if (this.dragged) {
      this.isFree = true;
      const scale = this.scale;
      this.show({ ...this.box, x: this.box.x - dx * scale, y: this.box.y - dy * scale });
    }
  }
}
