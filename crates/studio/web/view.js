// The view library, as the rest of the page sees it: Preact, its hooks, and templates instead of a compiler.
import { h } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export { Component, Fragment, createRef, render } from "./vendor/preact.js";
export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "./vendor/hooks.js";

/** Elements that hold only text. */
const TEXT_ONLY = new Set(["option", "text", "textarea", "title"]);
/** Attributes that people read or hear. */
const SPOKEN = ["title", "aria-label", "aria-valuetext", "placeholder"];

/**
 * Removes the backticks around names of commands and settings.
 * @param {string} text
 */
export const unquoted = (text) => text.replace(/`([^`]*)`/g, "$1");

/**
 * Turns text between backticks into code. The engine's messages use backticks, and can appear
 * anywhere in a page.
 * @param {string} type of the element
 * @param {any} child
 * @returns {any}
 */
function marked(type, child) {
  if (Array.isArray(child)) return child.map((each) => marked(type, each));
  if (typeof child !== "string" || !child.includes("`")) return child;
  return TEXT_ONLY.has(type) ? unquoted(child) : child.split(/`([^`]*)`/).map((part, index) => (index % 2 ? h("code", null, part) : part));
}

/**
 * @param {any} type
 * @param {any} props
 * @param {...any} children
 */
function element(type, props, ...children) {
  // A component passes its texts on to elements.
  if (typeof type !== "string") return h(type, props, ...children);
  const spoken = SPOKEN.filter((name) => typeof props?.[name] === "string" && props[name].includes("`"));
  const plain = spoken.length ? { ...props, ...Object.fromEntries(spoken.map((name) => [name, unquoted(props[name])])) } : props;
  return h(type, plain, ...children.map((child) => marked(type, child)));
}

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(element);

/**
 * Class names that hold.
 * @param {...(string | false | null | undefined)} names
 */
export const classes = (...names) => names.filter(Boolean).join(" ");
