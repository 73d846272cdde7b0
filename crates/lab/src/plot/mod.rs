//! Plots as inline SVG.
