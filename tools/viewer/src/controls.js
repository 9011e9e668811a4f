// Keys and mouse: what is held down, how the eye turns, and what was clicked.

const moves = { KeyW: 'forward', ArrowUp: 'forward', KeyS: 'back', ArrowDown: 'back', KeyA: 'left', KeyD: 'right',
                ArrowLeft: 'left', ArrowRight: 'right', Space: 'jump', KeyC: 'crouch', ShiftLeft: 'fast',
                ShiftRight: 'fast' };
const DegreesPerPixel = 0.2;
/** A press that moves less than this, pixels, is a click. */
const ClickReach = 4;

export class Controls {
  #held = new Set();
  #canvas;
  pitch = 0;
  yaw = 0;
  onKey = () => {};
  onClick = () => {};
  onChange = () => {};

  constructor(canvas) {
    this.#canvas = canvas;
    window.addEventListener('keydown', (event) => this.#keyDown(event));
    window.addEventListener('keyup', (event) => {
      this.#held.delete(moves[event.code]);
      this.onChange();
    });
    window.addEventListener('blur', () => this.#held.clear());
    let press = null;
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      canvas.focus();
      press = { x: event.clientX, y: event.clientY, moved: 0 };
      if (!this.isLocked) canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (press) press.moved += Math.abs(event.movementX) + Math.abs(event.movementY);
      if (press || this.isLocked) this.turn(event.movementX, event.movementY);
    });
    canvas.addEventListener('pointerup', (event) => {
      if (!press || event.button !== 0) return;
      const isClick = press.moved < ClickReach;
      const { x, y } = press;
      press = null;
      if (!isClick) return;
      if (this.isLocked) this.onClick(canvas.clientWidth / 2, canvas.clientHeight / 2);
      else this.onClick(x - canvas.getBoundingClientRect().left, y - canvas.getBoundingClientRect().top);
    });
  }

  #keyDown(event) {
    if (event.target.matches?.('select, input[type=text]') || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.code];
    if (move) {
      event.preventDefault();
      this.#held.add(move);
      this.onChange();
    } else if (!event.repeat) {
      this.onKey(event.code);
    }
  }

  get isLocked() {
    return document.pointerLockElement === this.#canvas;
  }

  toggleLock() {
    if (this.isLocked) document.exitPointerLock();
    else this.#canvas.requestPointerLock()?.catch?.(() => {});
  }

  turn(right, down) {
    this.look(this.pitch + down * DegreesPerPixel, this.yaw - right * DegreesPerPixel);
  }

  /** Pitch, positive down, and yaw in degrees. */
  look(pitch, yaw) {
    this.pitch = Math.max(-89, Math.min(89, pitch));
    this.yaw = ((yaw % 360) + 360) % 360;
    this.onChange();
  }

  holds(move) {
    return this.#held.has(move);
  }

  get anyHeld() {
    return this.#held.size > 0;
  }

  get forward() {
    return Number(this.holds('forward')) - Number(this.holds('back'));
  }

  get side() {
    return Number(this.holds('right')) - Number(this.holds('left'));
  }

  get direction() {
    const pitch = (this.pitch * Math.PI) / 180, yaw = (this.yaw * Math.PI) / 180;
    return [Math.cos(pitch) * Math.cos(yaw), Math.cos(pitch) * Math.sin(yaw), -Math.sin(pitch)];
  }
}
